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
    return new Fair(new SplittableRandom());
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

  /** Choices in the steps of a linear congruence, of which the high bits are good enough. */
  private static final class Fair implements RandomSource {

    private static final long FACTOR = 0x5851_F42D_4C95_7F2DL; // both of Knuth's MMIX
    private static final long SUM = 0x1405_7B7E_F767_814FL;

    private final SplittableRandom seeds;
    private long state;

    Fair(SplittableRandom seeds) {
      this.seeds = seeds;
      this.state = seeds.nextLong();
    }

    @Override
    public int nextInt(int bound) {
      long next = (state * FACTOR) + SUM;
      state = next;
      return (int) (((next >>> 32) * bound) >>> 32);
    }

    @Override
    public RandomSource split() {
      synchronized (seeds) { // spares are started by several threads
        return new Fair(seeds.split());
      }
    }
  }
}
