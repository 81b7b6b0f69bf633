package dev.weft.bench.compare.model.preemptible;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Preemptible;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import java.util.ArrayList;

/** A task for each that computes, and one that sleeps between ticks. */
final class Burners implements Burning {

  private final Weft weft;

  Burners(Host host) {
    weft = host.weft();
  }

  @Override
  public void run(Hogs hogs) throws Exception {
    var tasks = new ArrayList<JoinHandle<Void>>();
    tasks.add(weft.spawn(tick(hogs)));
    for (int i = 0; i < hogs.count(); i++) {
      tasks.add(weft.spawn(burn(hogs, i)));
    }
    for (JoinHandle<Void> each : tasks) {
      weft.blockOn(each);
    }
  }

  private static Future<Void> tick(Hogs hogs) {
    return async(
        () -> {
          while (hogs.tick()) {
            await(sleep(Hogs.PERIOD));
          }
        });
  }

  @Preemptible
  private static Future<Void> burn(Hogs hogs, int hog) {
    return async(
        () -> {
          while (hogs.step(hog)) {}
        });
  }
}
