package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerQueue;
import org.jspecify.annotations.Nullable;

/** How long a connection has been waiting for its client, with one timer for all its waits. */
final class WaitTimer {

  /*
   * Idea: a timer that is set and given up with each request costs more than the request. So the timer
   * stays where it is when a wait ends. When it fires, the wait of that moment is looked at: if it began
   * later, the timer is set again for the rest. A connection thus has at most one entry in a queue, set
   * once an idle time and not once a request.
   *
   * State: `entry` is null, or set for a time that isn't later than the end of the current wait. A wait
   * goes from its begin, which notes `since`, to its end; between waits a timer that fires is dropped.
   *
   * Ownership: all of it belongs to the connection's task, except Entry.due, which the turn holder of the
   * timer queue writes before it wakes the task.
   */

  private static final long FAR = 1L << 61;

  private @Nullable Entry entry;
  private long since;
  private boolean waiting;

  /**
   * Begins a wait or goes on with it; returns whether it has taken as long as it may. Called when a
   * poll can do no more.
   */
  boolean isOver(long limitNanos, Context cx) {
    Entry set = entry;
    if (waiting && set != null && !set.due) {
      return false;
    }
    Services services = TaskContext.services(cx);
    long now = services.clock().nanoTime();
    if (!waiting) {
      waiting = true;
      since = now;
    }
    long limit = Math.min(limitNanos, FAR);
    if (now - since >= limit) {
      waiting = false;
      return true;
    }
    long deadline = since + limit;
    if (set != null && !set.due) {
      if (set.deadline - deadline <= 0) {
        return false;
      }
      cancel();
    }
    var next = new Entry(deadline, services.timers(), cx.waker());
    entry = next;
    next.queue.add(next);
    return false;
  }

  /** Ends the wait; the timer stays. */
  void end() {
    waiting = false;
  }

  /** Gives the timer up. */
  void cancel() {
    Entry set = entry;
    if (set != null) {
      entry = null;
      set.queue.cancel(set);
    }
  }

  private static final class Entry extends TimerEntry {
    private final long deadline;
    private final TimerQueue queue;
    private final Waker waker;
    private volatile boolean due;

    Entry(long deadline, TimerQueue queue, Waker waker) {
      this.deadline = deadline;
      this.queue = queue;
      this.waker = waker;
    }

    @Override
    public long deadlineNanos() {
      return deadline;
    }

    @Override
    protected void fired() {
      due = true;
      waker.wake();
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return due ? null : PENDING;
    }
  }
}
