package dev.weft.kv.command;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Unsubscribe;

/** Ends a subscription, which another connection holds; 404 if the topic has none of that id. */
record UnsubscribeCommand(Unsubscribe request) implements Command.OnTopics {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("topic", request.getTopic());
  }

  @Override
  public Reply apply(Topics topics) {
    return new Reply.One(new Immediate(() -> unsubscribe(topics)));
  }

  private CommandResponse unsubscribe(Topics topics) {
    int id = request.getId();
    return topics.broadcaster().unsubscribe(request.getTopic(), id)
        ? Responses.DONE
        : Responses.notFound("subscription " + Integer.toUnsignedString(id));
  }
}
