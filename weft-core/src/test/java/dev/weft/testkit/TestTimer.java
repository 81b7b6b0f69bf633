package dev.weft.testkit;

import dev.weft.Context;
import dev.weft.spi.TimerEntry;

/** A bare timer that runs something when it fires. */
public final class TestTimer extends TimerEntry {

  private final long deadlineNanos;
  private final Runnable onFired;

  public TestTimer(long deadlineNanos, Runnable onFired) {
    this.deadlineNanos = deadlineNanos;
    this.onFired = onFired;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  protected void fired() {
    onFired.run();
  }

  @Override
  protected Object pollLeaf(Context cx) {
    throw new AssertionError("A test timer isn't polled.");
  }
}
