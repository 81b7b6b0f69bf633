package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.spi.TimerEntry;

/** A timer that wakes once and is otherwise forgotten. */
final class WakeTimer extends TimerEntry {

  private final long deadlineNanos;
  private final Waker waker;

  WakeTimer(long deadlineNanos, Waker waker) {
    this.deadlineNanos = deadlineNanos;
    this.waker = waker;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  protected void fired() {
    waker.wake();
  }

  @Override
  protected Object pollLeaf(Context cx) {
    throw new AssertionError("a wake timer is not polled");
  }
}
