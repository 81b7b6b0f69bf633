package dev.weft.internal.scheduler;

import dev.weft.spi.Clock;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeThread;
import dev.weft.spi.ThreadSource;
import java.util.SplittableRandom;

/** The real clock, random numbers and threads; the only place that asks the JDK for them. */
final class SystemSpi {

  // Classes, not lambdas: the first lambdas of a process take longer than the rest of the start.
  static final Clock CLOCK = new SystemClock();
  static final ThreadSource THREADS = new PlatformThreads();

  private SystemSpi() {}

  static RandomSource random() {
    return new Splittable(new SplittableRandom());
  }

  private static final class SystemClock implements Clock {

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }

  private static final class PlatformThreads implements ThreadSource {

    @Override
    public RuntimeThread newThread(String name, Runnable body) {
      return new RuntimeThread(name, body);
    }
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
