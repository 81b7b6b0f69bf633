package dev.weft.time;

import java.time.Duration;

/**
 * Arithmetic on the nanoseconds of a {@link dev.weft.spi.Clock} that can't overflow. Times are
 * compared by subtracting, so no deadline may be further away than {@link #FAR_NANOS}.
 */
public final class Deadlines {

  /** The longest wait, about 146 years; every longer one is as long as this. */
  public static final long FAR_NANOS = 1L << 62;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long FAR_SECONDS = FAR_NANOS / NANOS_PER_SECOND;

  private Deadlines() {}

  /**
   * A duration in nanoseconds.
   *
   * @param duration any duration
   * @return from 0, for a negative one as well, to {@link #FAR_NANOS}
   */
  public static long nanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    long seconds = duration.getSeconds();
    return seconds >= FAR_SECONDS ? FAR_NANOS : seconds * NANOS_PER_SECOND + duration.getNano();
  }

  /**
   * The deadline after a time.
   *
   * @param nowNanos the time now
   * @param duration any duration; a negative one counts as zero
   * @return nanoseconds of the same clock
   */
  public static long after(long nowNanos, Duration duration) {
    return nowNanos + nanos(duration);
  }

  /**
   * A deadline that can be compared with all others that were made so: one that is further away
   * from now than {@link #FAR_NANOS}, to either side, is moved to there.
   *
   * @param nowNanos the time now
   * @param deadlineNanos any deadline
   * @return the deadline, or the nearest that can be compared
   */
  public static long comparable(long nowNanos, long deadlineNanos) {
    long ahead = deadlineNanos - nowNanos;
    return nowNanos + Math.clamp(ahead, -FAR_NANOS, FAR_NANOS);
  }

  /**
   * Whether a deadline has come.
   *
   * @param nowNanos the time now
   * @param deadlineNanos the deadline
   * @return true at the deadline and later
   */
  public static boolean isDue(long nowNanos, long deadlineNanos) {
    return nowNanos - deadlineNanos >= 0;
  }
}
