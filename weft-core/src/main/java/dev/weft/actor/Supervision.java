package dev.weft.actor;

import java.time.Duration;
import java.util.Objects;

/** What happens to an actor whose handler has failed. The message at fault is not handled again. */
public sealed interface Supervision {

  /**
   * It ends with that failure.
   *
   * @return the rule
   */
  static Supervision stop() {
    return new Stop();
  }

  /**
   * It ends with that failure, and its parent fails with it, at the end of the message that the
   * parent handles. Without a parent it is the same as {@link #stop()}.
   *
   * @return the rule
   */
  static Supervision escalate() {
    return new Escalate();
  }

  /**
   * Its children end, and after a pause it goes on with a new handler. The pause doubles with each
   * restart in a row; a message that is handled without a failure ends the row.
   *
   * @param limit restarts in a row, 1 or more; the next failure ends the actor
   * @param backOff the first pause, not negative; the longest is 64 times as long
   * @return the rule
   * @throws IllegalArgumentException if a value is out of range
   */
  static Supervision restart(int limit, Duration backOff) {
    return new Restart(limit, backOff);
  }

  /** The actor ends. */
  record Stop() implements Supervision {}

  /** The actor ends, and its parent fails. */
  record Escalate() implements Supervision {}

  /**
   * The actor goes on with a new handler.
   *
   * @param limit restarts in a row, 1 or more
   * @param backOff the first pause
   */
  record Restart(int limit, Duration backOff) implements Supervision {

    private static final int DOUBLINGS = 6;

    /** Checks the values. */
    public Restart {
      if (limit < 1) {
        throw new IllegalArgumentException("limit is " + limit + "; accepted is 1 or more.");
      }
      if (Objects.requireNonNull(backOff, "backOff").isNegative()) {
        throw new IllegalArgumentException("backOff is " + backOff + "; it may not be negative.");
      }
    }

    Duration pause(int restarts) {
      return backOff.multipliedBy(1L << Math.min(restarts, DOUBLINGS));
    }
  }
}
