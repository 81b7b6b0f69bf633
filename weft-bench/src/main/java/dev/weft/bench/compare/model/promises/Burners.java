package dev.weft.bench.compare.model.promises;

import static dev.weft.Async.sleep;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import dev.weft.coroutine.Promise;
import java.util.concurrent.CountDownLatch;

/** Reactions that compute, and one that waits for a promise of a pause. */
final class Burners implements Burning {

  private final Weft weft;

  Burners(Host host) {
    weft = host.weft();
  }

  @Override
  public void run(Hogs hogs) throws InterruptedException {
    var ends = new CountDownLatch(hogs.count() + 1);
    tick(hogs, ends);
    for (int i = 0; i < hogs.count(); i++) {
      int hog = i;
      Promise.<Integer>of(weft, out -> out.resolve(hog))
          .then(number -> burn(hogs, number))
          .finallyRun(ends::countDown);
    }
    ends.await();
  }

  private static int burn(Hogs hogs, int hog) {
    while (hogs.step(hog)) {}
    return hog;
  }

  private void tick(Hogs hogs, CountDownLatch ends) {
    Promise.from(weft, sleep(Hogs.PERIOD))
        .then(
            _ -> {
              if (hogs.tick()) {
                tick(hogs, ends);
              } else {
                ends.countDown();
              }
              return ends;
            });
  }
}
