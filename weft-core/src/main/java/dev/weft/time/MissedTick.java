package dev.weft.time;

/**
 * What an {@link Interval} does after a tick that was taken more than 5 ms late. With a period of
 * 300 ms, and a stall from 300 ms to 950 ms, the tick of 600 ms is taken at 950 ms, and then:
 */
public enum MissedTick {

  /** Catches up: the ticks of 900 ms at once, of 1200 ms at 1200 ms. The default. */
  BURST,

  /** Starts counting anew: a period after the late tick was taken, at 1250 ms. */
  DELAY,

  /** Leaves out what was missed and keeps the rhythm: at 1200 ms. */
  SKIP;

  /** How late a tick may be before it counts as missed. */
  static final long TOLERANCE_NANOS = 5_000_000;

  /** The time of the tick after one that was due at {@code scheduled} and taken at {@code now}. */
  long next(long scheduled, long now, long period) {
    long late = now - scheduled;
    if (late <= TOLERANCE_NANOS) {
      return scheduled + period;
    }
    return switch (this) {
      case BURST -> scheduled + period;
      case DELAY -> now + period;
      case SKIP -> now + period - late % period;
    };
  }
}
