package dev.weft.bench.compare.model.actors;

import static dev.weft.Async.await;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorContext;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.CompletableFuture;

/** An actor that starts others, which send it their results and stop. */
final class FanOut implements Batch {

  private final Weft weft;

  FanOut(Host host) {
    weft = host.weft();
  }

  /** What the parent is sent. */
  private sealed interface Message {}

  private record Start(int children) implements Message {}

  private record Result(int number) implements Message {}

  @Override
  public long run(int children) throws Exception {
    var end = new CompletableFuture<Long>();
    ActorRef<Message> parent = parent(children, end).start(weft);
    weft.blockOn(parent.tell(new Start(children)));
    long sum = end.get();
    parent.stop();
    return sum;
  }

  private static Actor<Message> parent(int children, CompletableFuture<Long> end) {
    return Actor.of(
        "parent",
        context -> {
          Actor<Integer> child = child(context);
          long[] sum = {0};
          int[] left = {children};
          return message -> {
            switch (message) {
              case Start(int count) -> {
                for (int i = 0; i < count; i++) {
                  await(context.spawn(child).tell(i));
                }
              }
              case Result(int number) -> {
                sum[0] += number;
                if (--left[0] == 0) {
                  end.complete(sum[0]);
                }
              }
            }
          };
        });
  }

  private static Actor<Integer> child(ActorContext<Message> parent) {
    return Actor.of(
        "child",
        context ->
            number -> {
              await(parent.self().tell(new Result(number)));
              context.self().stop();
            });
  }
}
