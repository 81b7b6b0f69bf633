package dev.weft.kv.command;

import dev.weft.kv.proto.Subscribe;

/** Brings what is published from now on; the first response carries the subscription's id. */
record SubscribeCommand(Subscribe request) implements Command.OnTopics {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("topic", request.getTopic());
  }

  @Override
  public Reply apply(Topics topics) {
    var responses = new SubscriptionResponses(topics.broadcaster(), request.getTopic());
    return new Reply.Many(responses, responses::release);
  }
}
