package dev.weft.kv.command;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Publish;
import dev.weft.kv.proto.Value;
import dev.weft.kv.topic.Broadcaster;

/** Hands values to the subscribers that a topic has at this moment, waiting for none of them. */
record PublishCommand(Publish request) implements Command.OnTopics {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("topic", request.getTopic());
    for (Value value : request.getDataList()) {
      limits.checkValue(value);
    }
  }

  @Override
  public Reply apply(Broadcaster<CommandResponse> topics) {
    return new Reply.One(new Immediate(() -> publish(topics)));
  }

  private CommandResponse publish(Broadcaster<CommandResponse> topics) {
    CommandResponse message =
        CommandResponse.newBuilder()
            .setStatus(Responses.OK)
            .addAllValues(request.getDataList())
            .build();
    topics.publish(request.getTopic(), message);
    return Responses.DONE;
  }
}
