package dev.weft.internal.scheduler;

import dev.weft.spi.Clock;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeThread;
import dev.weft.spi.ThreadSource;
import java.util.SplittableRandom;

/** The real clock, random numbers and threads; the only place that asks the JDK for them. */
final class SystemSpi {

  static final Clock CLOCK = System::nanoTime;
  static final ThreadSource THREADS = RuntimeThread::new;

  private SystemSpi() {}

  static RandomSource random() {
    return new Splittable(new SplittableRandom());
  }

  private record Splittable(SplittableRandom random) implements RandomSource {

    @Override
    public int nextInt(int bound) {
      return random.nextInt(bound);
    }

    @Override
    public RandomSource split() {
      synchronized (random) { // spares are started by several threads
        return new Splittable(random.split());
      }
    }
  }
}
