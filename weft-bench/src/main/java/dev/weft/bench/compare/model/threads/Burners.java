package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** A thread for each that computes, and one that sleeps between ticks. */
final class Burners implements Burning {

  private final ThreadFactory factory;

  Burners(Host host) {
    factory = host.threads();
  }

  @Override
  public void run(Hogs hogs) {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      var _ =
          threads.submit(
              () -> {
                while (hogs.tick()) {
                  Thread.sleep(Hogs.PERIOD);
                }
                return null;
              });
      for (int i = 0; i < hogs.count(); i++) {
        int hog = i;
        var _ =
            threads.submit(
                () -> {
                  while (hogs.step(hog)) {}
                });
      }
    }
  }
}
