package dev.weft.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A bounded wait for something that another thread or the operating system does. */
public final class Eventually {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 100_000;
  private static final long COLLECT_NANOS = 50_000_000;

  private Eventually() {}

  /** Blocks until the condition holds; fails when that takes longer than ten seconds. */
  public static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("Not within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /**
   * Blocks until what garbage collection brings about holds; fails when that takes longer than ten
   * seconds. Others get the processor between two collections: one after the other, they would
   * leave next to no time to the threads that clean up.
   */
  public static void afterCollection(String what, BooleanSupplier condition) {
    var nextNanos = new AtomicLong(System.nanoTime());
    until(
        what,
        () -> {
          if (System.nanoTime() - nextNanos.get() >= 0) {
            System.gc();
            nextNanos.set(System.nanoTime() + COLLECT_NANOS);
          }
          return condition.getAsBoolean();
        });
  }
}
