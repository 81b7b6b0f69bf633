package dev.weft.bench.compare.model.actors;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

/** An actor for each stage, which sends on to the next one. */
final class Stages implements Batch {

  private final Weft weft;

  Stages(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int items) throws Exception {
    var end = new CompletableFuture<Long>();
    var stages = new ArrayList<ActorRef<Integer>>();
    stages.add(sink(items, end).withMailbox(Work.CAPACITY).start(weft));
    for (int i = 0; i < Work.STAGES; i++) {
      stages.add(stage(stages.getLast()).withMailbox(Work.CAPACITY).start(weft));
    }
    ActorRef<Integer> first = stages.getLast();
    weft.blockOn(
        weft.spawn(
            async(
                () -> {
                  for (int item = 0; item < items; item++) {
                    await(first.tell(item));
                  }
                })));
    long sum = end.get();
    stages.forEach(ActorRef::stop);
    return sum;
  }

  private static Actor<Integer> stage(ActorRef<Integer> next) {
    return Actor.of("stage", _ -> number -> await(next.tell(number + 1)));
  }

  private static Actor<Integer> sink(int items, CompletableFuture<Long> end) {
    return Actor.of(
        "sink",
        _ -> {
          long[] sum = {0};
          int[] arrived = {0};
          return number -> {
            sum[0] += number;
            if (++arrived[0] == items) {
              end.complete(sum[0]);
            }
          };
        });
  }
}
