package dev.weft.bench.compare.model.stackless;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.bench.compare.model.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Tasks that sleep; aborted to cancel them. */
final class Waiters implements Waiting {

  private final Weft weft;
  private final Deque<List<JoinHandle<Void>>> groups = new ArrayDeque<>();
  private final Semaphore started = new Semaphore(0);
  private final Semaphore ended = new Semaphore(0);

  Waiters(Host host) {
    weft = host.weft();
  }

  @Override
  public void start(int count) throws InterruptedException {
    var group = new ArrayList<JoinHandle<Void>>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      group.add(weft.spawn(waitForLong()));
    }
    started.acquire(count);
  }

  private Future<Void> waitForLong() {
    return async(
        () -> {
          started.release();
          try {
            await(sleep(Work.LONG));
          } finally {
            ended.release();
          }
        });
  }

  @Override
  public int cancelGroup() throws InterruptedException {
    List<JoinHandle<Void>> group = groups.pop();
    group.forEach(JoinHandle::abort);
    ended.acquire(group.size());
    return group.size();
  }
}
