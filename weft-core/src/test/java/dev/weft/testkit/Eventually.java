package dev.weft.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A bounded wait for something that another thread or the operating system does. */
public final class Eventually {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 100_000;

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
}
