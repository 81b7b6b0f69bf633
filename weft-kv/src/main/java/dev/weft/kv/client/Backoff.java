package dev.weft.kv.client;

import dev.weft.spi.RandomSource;
import java.time.Duration;
import java.util.Objects;

/**
 * How long to wait before connecting again. After the first failure it is about {@link #first}, and
 * twice as long after each further one, up to {@link #longest}; of that time the second half is
 * random, so that many clients don't come back at the same moment.
 *
 * @param first from 1 millisecond
 * @param longest from {@code first} to 10 minutes
 * @param attempts failures in a row after which the requests that wait fail, from 1
 */
public record Backoff(Duration first, Duration longest, int attempts) {

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Any number of attempts. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** From 50 milliseconds to 5 seconds, without an end. */
  public static final Backoff DEFAULT =
      new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), UNLIMITED);

  private static final int MOST_DOUBLINGS = 20;
  private static final long MICRO = 1_000;

  /** Checks the ranges. */
  public Backoff {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(longest, "longest");
    if (first.compareTo(SHORTEST) < 0 || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "first is " + first + "; accepted is " + SHORTEST + " to longest, " + longest + ".");
    }
    if (longest.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "longest is " + longest + "; accepted is first, " + first + ", to " + LONGEST + ".");
    }
    if (attempts < 1) {
      throw new IllegalArgumentException(
          "attempts is " + attempts + "; accepted is 1 or more, such as Backoff.UNLIMITED.");
    }
  }

  /**
   * One attempt: if it fails, so do the requests that wait for the connection.
   *
   * @return the back-off before the next request's attempt is that of {@link #DEFAULT}
   */
  public static Backoff oneAttempt() {
    return DEFAULT.withAttempts(1);
  }

  /**
   * With another number of attempts.
   *
   * @param attempts see {@link #attempts}
   * @return a new back-off
   */
  public Backoff withAttempts(int attempts) {
    return new Backoff(first, longest, attempts);
  }

  /** How long to wait after so many failures in a row, from 1. */
  long nanos(int failures, RandomSource random) {
    int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
    long whole = Math.min(first.toNanos() << doublings, longest.toNanos());
    long half = whole / 2;
    return half + MICRO * random.nextInt((int) ((whole - half) / MICRO) + 1);
  }
}
