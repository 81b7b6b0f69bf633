package dev.weft.internal.scheduler;

import dev.weft.spi.Clock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Lets a thread that closes a runtime wait for the ends of tasks. */
final class Quiet {

  // The clock may be a test's own, so the wait looks at it again from time to time.
  private static final long LOOK_NANOS = 10_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  boolean await(BooleanSupplier condition, Clock clock, long limitNanos) {
    long start = clock.nanoTime();
    boolean interrupted = false;
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        long left = limitNanos - (clock.nanoTime() - start);
        if (left <= 0) {
          return false;
        }
        try {
          long _ = changed.awaitNanos(Math.min(left, LOOK_NANOS));
        } catch (InterruptedException interrupt) {
          interrupted = true; // closing goes on; the caller learns of it afterwards
        }
      }
      return true;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
