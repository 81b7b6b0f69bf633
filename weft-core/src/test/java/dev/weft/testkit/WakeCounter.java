package dev.weft.testkit;

import dev.weft.Waker;
import java.time.Duration;

/** A waker that counts its calls, on whichever thread they come. */
public final class WakeCounter implements Waker {

  private int wakes;

  @Override
  public synchronized void wake() {
    wakes++;
    notifyAll();
  }

  public synchronized int wakes() {
    return wakes;
  }

  /** How often it was called since this was asked last. */
  public synchronized int takeWakes() {
    int taken = wakes;
    wakes = 0;
    return taken;
  }

  /** Blocks until it was called so often in all; fails when that takes longer than the limit. */
  public synchronized void awaitWakes(int atLeast, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (wakes < atLeast) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new AssertionError(
            "Woken " + wakes + " times in " + limit + " instead of " + atLeast + ".");
      }
      wait(leftMillis);
    }
  }
}
