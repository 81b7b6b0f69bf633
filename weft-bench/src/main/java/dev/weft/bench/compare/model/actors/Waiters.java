package dev.weft.bench.compare.model.actors;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Actors without a message. */
final class Waiters implements Waiting {

  private final Weft weft;
  private final Actor<Integer> idle;
  private final List<ActorRef<Integer>> actors = new ArrayList<>();
  private final Semaphore started = new Semaphore(0);

  Waiters(Host host) {
    weft = host.weft();
    idle =
        Actor.of(
            "idle",
            _ -> {
              started.release();
              return _ -> {};
            });
  }

  @Override
  public void start(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      actors.add(idle.start(weft));
    }
    started.acquire(count);
  }

  @Override
  public void cancelAll() throws Exception {
    actors.forEach(ActorRef::abort);
    for (ActorRef<Integer> each : actors) {
      weft.blockOn(each.watch());
    }
    actors.clear();
  }
}
