package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.spi.TaskContext;
import dev.weft.time.Deadlines;
import dev.weft.time.Sleep;
import org.jspecify.annotations.Nullable;

/** A point in time that an operator waits for beside its source. */
final class Alarm {

  /*
   * The deadline outlives the timer: when a wait is cancelled the timer is given up, and the next poll
   * sets another one for the same time.
   */

  private final long delayNanos;
  private boolean set;
  private long deadline;
  private @Nullable Sleep sleep;

  Alarm(long delayNanos) {
    this.delayNanos = delayNanos;
  }

  boolean isSet() {
    return set;
  }

  /** Sets it anew, to the delay from now. */
  void set(Context cx) {
    clear();
    set = true;
    deadline = TaskContext.services(cx).clock().nanoTime() + delayNanos;
  }

  void clear() {
    leave();
    set = false;
  }

  /** Gives the timer up but keeps the deadline. */
  void leave() {
    if (sleep != null) {
      sleep.cancel();
      sleep = null;
    }
  }

  /** Whether it is set and its time has come; if not, the context's waker is called then. */
  boolean isDue(Context cx) throws Exception {
    if (!set) {
      return false;
    }
    if (Deadlines.isDue(TaskContext.services(cx).clock().nanoTime(), deadline)) {
      leave();
      return true;
    }
    if (sleep == null) {
      sleep = Sleep.until(deadline);
    }
    boolean due = sleep.pollRaw(cx) != RawFuture.PENDING;
    if (due) {
      sleep = null;
    }
    return due;
  }
}
