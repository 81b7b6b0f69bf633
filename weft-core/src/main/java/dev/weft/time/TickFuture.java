package dev.weft.time;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.TaskContext;
import org.jspecify.annotations.Nullable;

/** One wait for a tick: a sleep until the time at which it is due. */
final class TickFuture extends LeafFuture<Long> {

  private final Interval interval;
  private @Nullable Sleep sleep; // null before the first poll

  TickFuture(Interval interval) {
    this.interval = interval;
  }

  @Override
  protected Object pollLeaf(Context cx) {
    Sleep due = sleep;
    if (due == null) {
      due = Sleep.until(interval.begin(this, TaskContext.services(cx)));
      sleep = due;
    }
    // Not its poll(): the tick is one operation of the budget, not two.
    if (due.pollLeaf(cx) == PENDING) {
      return PENDING;
    }
    interval.taken(TaskContext.services(cx));
    return due.deadlineNanos();
  }

  @Override
  protected boolean cancelLeaf() {
    if (sleep != null) {
      interval.givenUp();
      return sleep.cancelLeaf();
    }
    return true;
  }
}
