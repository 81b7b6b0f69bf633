package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;

/** What a monitor remembers of one worker between two looks. For its thread alone. */
final class PollWatch {

  private long ticks;
  private long sinceNanos;
  private boolean polling;
  private boolean reported;

  /** Notes a look. */
  void look(long ticks, long nowNanos) {
    if (ticks != this.ticks) {
      this.ticks = ticks;
      sinceNanos = nowNanos;
      reported = false;
    }
    polling = (ticks & 1) != 0;
  }

  /** How long the poll that goes on has taken at least, or -1 if none does. */
  long lastingNanos(long nowNanos) {
    return polling ? nowNanos - sinceNanos : -1;
  }

  /** Asks the task to yield if its poll has taken a whole period; returns whether it has. */
  boolean preemptIfLong(PollSite site, long nowNanos) {
    boolean isLong = lastingNanos(nowNanos) >= Monitor.PERIOD_NANOS;
    if (isLong) {
      site.wakePinned();
    }
    TaskCell<?> task = isLong ? site.task() : null; // a racy read: the task is a hint as well
    if (task != null) {
      task.preempt();
    }
    return isLong;
  }

  /** True the first time that this poll is found to last so long. */
  boolean isFirstTime(long thresholdNanos, long nowNanos) {
    if (reported || !polling || nowNanos - sinceNanos < thresholdNanos) {
      return false;
    }
    reported = true;
    return true;
  }

  /** The poll isn't the one that it was taken for, or isn't to be reported now. */
  void forget() {
    reported = false;
  }

  long ticks() {
    return ticks;
  }
}
