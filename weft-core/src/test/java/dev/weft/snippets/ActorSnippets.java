package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.actor.Reply;
import dev.weft.actor.Supervision;
import java.time.Duration;

/** The examples of the Javadoc of dev.weft.actor, compiled. */
final class ActorSnippets {

  private ActorSnippets() {}

  // @start region="counter"
  sealed interface Message {}

  record Add(int amount) implements Message {}

  record Get(Reply<Integer> reply) implements Message {}

  static Future<Integer> count(Weft weft) {
    Actor<Message> counter =
        Actor.of(
            "counter",
            context -> {
              int[] total = {0}; // the actor's own: each restart begins with a new one
              return message -> {
                switch (message) {
                  case Add(int amount) -> total[0] += amount;
                  case Get(Reply<Integer> reply) -> reply.send(total[0]);
                }
              };
            });
    ActorRef<Message> running = counter.start(weft);
    return async(
        () -> {
          await(running.tell(new Add(2)));
          await(running.tell(new Add(3)));
          return await(running.<Integer>ask(Get::new)); // 5
        });
  }

  // @end

  static Actor<String> supervised(Actor<String> worker) {
    // @start region="supervised"
    return Actor.<String>of(
            "boss",
            context -> {
              ActorRef<String> child =
                  context.spawn(worker.withSupervision(Supervision.escalate()));
              return message -> await(child.tell(message));
            })
        .withSupervision(Supervision.restart(5, Duration.ofMillis(100)));
    // @end
  }
}
