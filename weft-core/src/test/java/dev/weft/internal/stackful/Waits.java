package dev.weft.internal.stackful;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waits. */
final class Waits {

  private static final long LIMIT_SECONDS = 20;

  private Waits() {}

  static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("It did not happen in " + LIMIT_SECONDS + " s.");
      }
      LockSupport.parkNanos(500_000);
    }
  }

  static void on(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("It did not happen in " + LIMIT_SECONDS + " s.");
    }
  }

  static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
    T taken = queue.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (taken == null) {
      throw new AssertionError("It did not happen in " + LIMIT_SECONDS + " s.");
    }
    return taken;
  }
}
