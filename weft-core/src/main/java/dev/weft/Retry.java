package dev.weft;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How often and when {@link Async#retry(Retry, AsyncBody)} tries again; a value that can be kept
 * and used by many.
 *
 * {@snippet class="dev.weft.snippets.RetrySnippets" region="retry"}
 *
 * @param firstDelay pause after the first failure; zero or more
 * @param factor what each pause is longer than the one before by; at least 1
 * @param maxDelay the longest pause
 * @param jitter the share of each pause that is left to chance, from 0 to 1: with 0.5 a pause of 1
 *     s takes from 0.5 to 1 s, so that many who failed together don't come back together
 * @param attempts how often the work is started at most, the first time included; at least 1
 * @param within no pause is begun that would end later than this after the first poll, or {@code
 *     null}; an attempt that runs isn't cut short by it
 * @param attemptTimeout how long one attempt may take, as by {@link Async#timeout}, or {@code null}
 * @param when whether a failure is worth another attempt; not asked after the last one
 * @param onRetry is told of each further attempt
 */
public record Retry(
    Duration firstDelay,
    double factor,
    Duration maxDelay,
    double jitter,
    int attempts,
    @Nullable Duration within,
    @Nullable Duration attemptTimeout,
    Predicate<? super Exception> when,
    Listener onRetry) {

  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Is told of each further attempt before the pause, for logs and counters. */
  @FunctionalInterface
  public interface Listener {

    /**
     * An attempt has failed and there will be another one. An exception from here ends the retry.
     *
     * @param attempt which one has failed, from 1
     * @param failure why
     * @param delay the pause until the next one
     */
    void retrying(int attempt, Exception failure, Duration delay);
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Retry {
    Objects.requireNonNull(when, "when");
    Objects.requireNonNull(onRetry, "onRetry");
    notNegative("firstDelay", firstDelay);
    notNegative("maxDelay", maxDelay);
    check(factor >= 1 && factor < Double.POSITIVE_INFINITY, "factor", factor, "1 or more");
    check(jitter >= 0 && jitter <= 1, "jitter", jitter, "0 to 1");
    check(attempts >= 1, "attempts", attempts, "1 or more");
    if (within != null) {
      notNegative("within", within);
    }
  }

  /**
   * Pauses that double from one failure to the next, up to 30 seconds or the first one if that is
   * longer, with half of each left to chance; three attempts in all, after any exception.
   *
   * @param firstDelay pause after the first failure; zero or more
   * @return a policy
   */
  public static Retry exponential(Duration firstDelay) {
    Objects.requireNonNull(firstDelay, "firstDelay");
    Duration longest = firstDelay.compareTo(LONGEST) > 0 ? firstDelay : LONGEST;
    return new Retry(firstDelay, 2, longest, 0.5, 3, null, null, _ -> true, (_, _, _) -> {});
  }

  /**
   * Pauses that are all the same, with nothing left to chance; three attempts in all, after any
   * exception.
   *
   * @param delay the pause; zero or more
   * @return a policy
   */
  public static Retry fixed(Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return new Retry(delay, 1, delay, 0, 3, null, null, _ -> true, (_, _, _) -> {});
  }

  /**
   * This policy with another growth of the pauses.
   *
   * @param factor at least 1
   * @return a new policy
   */
  public Retry factor(double factor) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, onRetry);
  }

  /**
   * This policy with another longest pause.
   *
   * @param maxDelay zero or more
   * @return a new policy
   */
  public Retry maxDelay(Duration maxDelay) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, onRetry);
  }

  /**
   * This policy with more or less left to chance.
   *
   * @param jitter from 0 to 1
   * @return a new policy
   */
  public Retry jitter(double jitter) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, onRetry);
  }

  /**
   * This policy with another number of attempts.
   *
   * @param attempts at least 1, the first one included; {@link Integer#MAX_VALUE} for no end
   * @return a new policy
   */
  public Retry attempts(int attempts) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, onRetry);
  }

  /**
   * This policy with a limit to the time in which attempts may begin.
   *
   * @param within zero or more, from the first poll
   * @return a new policy
   */
  public Retry within(Duration within) {
    return new Retry(
        firstDelay,
        factor,
        maxDelay,
        jitter,
        attempts,
        Objects.requireNonNull(within, "within"),
        attemptTimeout,
        when,
        onRetry);
  }

  /**
   * This policy with a limit to the time of each attempt.
   *
   * @param limit an attempt that takes longer is cancelled and fails with {@link
   *     java.util.concurrent.TimeoutException}, which {@link #when} is asked about like any other
   * @return a new policy
   */
  public Retry attemptTimeout(Duration limit) {
    return new Retry(
        firstDelay,
        factor,
        maxDelay,
        jitter,
        attempts,
        within,
        Objects.requireNonNull(limit, "limit"),
        when,
        onRetry);
  }

  /**
   * This policy for some failures only.
   *
   * @param when whether a failure is worth another attempt
   * @return a new policy
   */
  public Retry when(Predicate<? super Exception> when) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, onRetry);
  }

  /**
   * This policy with somebody who is told.
   *
   * @param listener is told of each further attempt
   * @return a new policy
   */
  public Retry onRetry(Listener listener) {
    return new Retry(
        firstDelay, factor, maxDelay, jitter, attempts, within, attemptTimeout, when, listener);
  }

  private static void notNegative(String what, Duration duration) {
    Objects.requireNonNull(duration, what);
    check(!duration.isNegative(), what, duration, "zero or more");
  }

  private static void check(boolean good, String what, Object value, String accepted) {
    if (!good) {
      throw new IllegalArgumentException(
          "Retry's " + what + " got " + value + "; it accepts " + accepted + ".");
    }
  }
}
