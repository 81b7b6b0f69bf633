package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.time.Sleep;
import org.jspecify.annotations.Nullable;

/**
 * One timer for many deadlines: it rings at the earliest, and whoever owns it then looks at all.
 */
final class Alarm {

  /*
   * Idea: nearly all requests are answered long before their deadline, so none has a timer of its own.
   * The alarm is set when the first deadline comes up and stays as it is while later ones are added; it
   * rings about once per timeout under any load, mostly for nothing.
   *
   * State: unset; set for `at` without a timer; set with the timer `sleep`, which is made at a poll.
   *
   * Ownership: the task that polls it.
   */

  private boolean set;
  private long at;
  private @Nullable Sleep sleep;

  /** Makes it ring at the deadline or before. */
  void noLaterThan(long deadline) {
    if (!set || deadline - at < 0) {
      set = true;
      at = deadline;
      stop();
    }
  }

  /** Whether it rings, which unsets it; else the task is woken when it does. */
  boolean rings(Context cx) throws Exception {
    if (!set) {
      return false;
    }
    if (sleep == null) {
      sleep = Sleep.until(at);
    }
    if (sleep.pollRaw(cx) == Sleep.PENDING) {
      return false;
    }
    sleep = null;
    set = false;
    return true;
  }

  /** Gives the timer up. */
  void stop() {
    if (sleep != null) {
      sleep.cancel();
      sleep = null;
    }
  }
}
