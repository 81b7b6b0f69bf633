package dev.weft.time;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** A consumer that waits for a {@link DelayQueue}. */
final class DelayWait {

  /*
   * State: `waker` is there while it sleeps, until somebody has taken it to call it. It and what it goes
   * with are guarded by the queue's monitor. `sleep` belongs to the consumer, whose task orders its polls;
   * it is kept from poll to poll, as one that is woken often finds the same first deadline as before.
   */

  private final boolean untilEmpty;
  private @Nullable Waker waker;
  private boolean timed;
  private long wakesAt; // if timed
  private @Nullable Sleep sleep;

  /** A consumer that wants to know, or doesn't, when the queue is empty. */
  DelayWait(boolean untilEmpty) {
    this.untilEmpty = untilEmpty;
  }

  boolean isUntilEmpty() {
    return untilEmpty;
  }

  /** In the monitor: the queue is empty. */
  void fallAsleep(Waker waker) {
    this.waker = waker;
    timed = false;
  }

  /** In the monitor: the first deadline is to come. */
  void fallAsleep(Waker waker, long wakesAt) {
    this.waker = waker;
    this.wakesAt = wakesAt;
    timed = true;
  }

  /** In the monitor: it waits no more. */
  void end() {
    waker = null;
  }

  /** In the monitor: whom to wake for an entry that comes earlier than the consumer expects. */
  @Nullable Waker takeIfLaterThan(long deadline) {
    return !timed || deadline - wakesAt < 0 ? take() : null;
  }

  /** In the monitor: whom to wake in an empty queue. */
  @Nullable Waker takeIfUntilEmpty() {
    return untilEmpty ? take() : null;
  }

  private @Nullable Waker take() {
    Waker taken = waker;
    waker = null;
    return taken;
  }

  /** Consumer: sets the timer that was announced; false if it is over already. */
  boolean arm(Context cx) {
    if (!timed) {
      disarm();
      return true;
    }
    Sleep armed = sleep;
    if (armed == null || armed.deadlineNanos() != wakesAt) {
      disarm();
      armed = Sleep.until(wakesAt);
      sleep = armed;
    }
    // Not its poll(): the value is one operation of the budget, not two.
    if (armed.pollLeaf(cx) == LeafFuture.PENDING) {
      return true;
    }
    sleep = null;
    return false;
  }

  /** Consumer: gives the timer up. */
  void disarm() {
    Sleep armed = sleep;
    if (armed != null) {
      sleep = null;
      armed.cancelLeaf();
    }
  }
}
