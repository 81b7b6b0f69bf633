package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls that compute, and one that has itself called again after a while, all on the pool. */
final class Burners implements Burning {

  private final Executor pool;
  private final ScheduledExecutorService timer;

  Burners(Host host) {
    pool = host.pool();
    timer = host.timer();
  }

  @Override
  public void run(Hogs hogs) throws InterruptedException {
    var ends = new CountDownLatch(hogs.count() + 1);
    pool.execute(() -> tick(hogs, ends::countDown));
    for (int i = 0; i < hogs.count(); i++) {
      int hog = i;
      pool.execute(
          () -> {
            while (hogs.step(hog)) {}
            ends.countDown();
          });
    }
    ends.await();
  }

  private void tick(Hogs hogs, Runnable then) {
    if (hogs.tick()) {
      var _ =
          timer.schedule(
              () -> pool.execute(() -> tick(hogs, then)),
              Hogs.PERIOD.toNanos(),
              TimeUnit.NANOSECONDS);
    } else {
      then.run();
    }
  }
}
