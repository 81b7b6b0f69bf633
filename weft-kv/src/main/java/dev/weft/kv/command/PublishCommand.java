package dev.weft.kv.command;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Publish;
import dev.weft.kv.proto.Value;
import java.io.IOException;

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
  public Reply apply(Topics topics) {
    return new Reply.One(new Immediate(() -> publish(topics)));
  }

  private CommandResponse publish(Topics topics) {
    String topic = request.getTopic();
    if (!topics.broadcaster().hasSubscriptions(topic)) {
      topics.broadcaster().publishToNobody();
      return Responses.DONE;
    }
    CommandResponse response =
        CommandResponse.newBuilder()
            .setStatus(Responses.OK)
            .addAllValues(request.getDataList())
            .build();
    try {
      topics.broadcaster().publish(topic, topics.encoded(response));
    } catch (IOException tooLarge) {
      return Responses.failed(tooLarge);
    }
    return Responses.DONE;
  }
}
