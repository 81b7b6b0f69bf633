package dev.weft.bench.compare.model.actors;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Actors without a message. */
final class Waiters implements Waiting {

  private final Weft weft;
  private final Actor<Integer> idle;
  private final Deque<List<ActorRef<Integer>>> groups = new ArrayDeque<>();
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
    var group = new ArrayList<ActorRef<Integer>>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      group.add(idle.start(weft));
    }
    started.acquire(count);
  }

  @Override
  public int cancelGroup() throws Exception {
    List<ActorRef<Integer>> group = groups.pop();
    group.forEach(ActorRef::abort);
    for (ActorRef<Integer> each : group) {
      weft.blockOn(each.watch());
    }
    return group.size();
  }
}
