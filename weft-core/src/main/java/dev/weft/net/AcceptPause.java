package dev.weft.net;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import dev.weft.spi.TaskContext;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The pauses between attempts to accept that fail, mostly for want of descriptors. */
final class AcceptPause {

  /*
   * Idea: the connection that can't be taken stays in the system's queue, so trying on at once would
   * spin, and giving up would end a server over a passing shortage. The first failure is tried again at
   * once, as the fault may have been the connection's; then come pauses of 10 ms, 20 ms … 1 s. The text
   * of a failure isn't looked at, since the system words it in the user's language.
   *
   * State: `failures` in a row; `until` and `sleep` while there is a pause. A cancelled accept gives its
   * sleep up but not the pause: the next one sleeps for the rest.
   *
   * Ownership: the accepting task's, except `waiting`, by which a close from any thread ends the pause:
   * it sets `closed` and then looks at `waiting`, and the task sets `waiting` and then looks at `closed`.
   */

  private static final Duration FIRST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private int failures;
  private Duration next = FIRST;
  private long until;
  private @Nullable Sleep sleep;
  private volatile @Nullable Waker waiting;
  private volatile boolean closed;

  /** Whether there is no pause or it is over; if not, the context's waker is called when it is. */
  boolean pollOver(Context cx) throws Exception {
    if (failures < 2) {
      return true;
    }
    if (sleep == null) {
      sleep = Sleep.until(until);
    }
    waiting = cx.waker();
    if (!closed && sleep.pollRaw(cx) == RawFuture.PENDING) {
      return false;
    }
    cancel();
    return true;
  }

  /** Notes a failure, from the second in a row on with a pause. */
  void failed(Object local, IOException failure, Context cx) {
    failures++;
    if (failures == 2) {
      System.getLogger("dev.weft.net")
          .log(
              System.Logger.Level.WARNING,
              "Taking connections on "
                  + local
                  + " fails; they wait in the system's queue and are tried again every "
                  + FIRST.toMillis()
                  + " to "
                  + LONGEST.toMillis()
                  + " ms. Too few file descriptors are the usual cause.",
              failure);
    }
    if (failures >= 2) {
      until = TaskContext.services(cx).clock().nanoTime() + next.toNanos();
      Duration doubled = next.multipliedBy(2);
      next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
  }

  /** Notes that accepting works. */
  void succeeded() {
    failures = 0;
    next = FIRST;
  }

  /** Gives the wait up, not the pause. */
  void cancel() {
    waiting = null;
    Sleep pending = sleep;
    sleep = null;
    if (pending != null) {
      pending.cancel();
    }
  }

  /** Ends all pauses, from any thread. */
  void close() {
    closed = true;
    Waker waker = waiting;
    if (waker != null) {
      waker.wake();
    }
  }
}
