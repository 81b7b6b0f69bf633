package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.bench.compare.model.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** Threads that sleep; interrupted to cancel them. */
final class Waiters implements Waiting {

  private final ThreadFactory factory;
  private final Deque<List<Thread>> groups = new ArrayDeque<>();
  private final Semaphore started = new Semaphore(0);

  Waiters(Host host) {
    factory = host.threads();
  }

  @Override
  public void start(int count) throws InterruptedException {
    var group = new ArrayList<Thread>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      Thread thread = factory.newThread(this::waitForLong);
      thread.start();
      group.add(thread);
    }
    started.acquire(count);
  }

  private void waitForLong() {
    started.release();
    try {
      Thread.sleep(Work.LONG);
    } catch (InterruptedException cancelled) {
      // That is its end.
    }
  }

  @Override
  public int cancelGroup() throws InterruptedException {
    List<Thread> group = groups.pop();
    group.forEach(Thread::interrupt);
    for (Thread each : group) {
      each.join();
    }
    return group.size();
  }
}
