package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Races for one value, retries, deadlines and shields of {@link Async}, apart so that each file
 * stays readable.
 */
abstract class RaceMethods extends SelectMethods {

  RaceMethods() {}

  /**
   * Runs futures concurrently in one task until the first settles: its value is the result, or its
   * exception is thrown. The others are cancelled, and the race ends only when they have cleaned
   * up; what they still return goes to {@link #onDiscard}. Which is polled first is random.
   *
   * <p>It is {@link #select(List)} for those who don't ask which one has won; a branch may be
   * wrapped in {@link #keep} there and here.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param futures at least one
   * @param <T> type of the results
   * @return the result of the first
   * @throws IllegalArgumentException if there is none, as that race could never end
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // all futures yield T, which may be null
  public static <T extends @Nullable Object> Future<T> race(List<? extends Future<T>> futures) {
    return (Future<T>) Gate.get().select(some("race", futures), false, (_, value) -> value);
  }

  /**
   * {@link #race(List)} of futures that are given one by one.
   *
   * @param futures at least one
   * @param <T> type of the results
   * @return the result of the first
   * @throws IllegalArgumentException if there is none
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static <T extends @Nullable Object> Future<T> race(Future<T>... futures) {
    return race(List.of(futures));
  }

  /**
   * Runs futures concurrently in one task until the first succeeds, and returns its value: the
   * answer of whichever of several servers has one. A failure only takes its future out of the
   * race. The others are cancelled, and the race ends only when they have cleaned up; what they
   * still return goes to {@link #onDiscard}. Which is polled first is random.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param futures at least one
   * @param <T> type of the results
   * @return the first value; if all have failed, the first failure is thrown, with the others
   *     suppressed on it
   * @throws IllegalArgumentException if there is none, as that race could never end
   */
  public static <T extends @Nullable Object> Future<T> firstSuccess(
      List<? extends Future<T>> futures) {
    return Gate.get().firstSuccess(some("firstSuccess", futures));
  }

  /**
   * {@link #firstSuccess(List)} of futures that are given one by one.
   *
   * @param futures at least one
   * @param <T> type of the results
   * @return the first value
   * @throws IllegalArgumentException if there is none
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static <T extends @Nullable Object> Future<T> firstSuccess(Future<T>... futures) {
    return firstSuccess(List.of(futures));
  }

  /**
   * Runs a block until it succeeds, with pauses in between:
   *
   * {@snippet class="dev.weft.snippets.RetrySnippets" region="retry"}
   *
   * <p>Only exceptions are retried: an error, such as {@link Cancellation} or {@link
   * OutOfMemoryError}, is thrown at once. Pauses follow the runtime's clock and random numbers.
   *
   * <p><em>Cancellation:</em> cancels the attempt that runs, or ends the pause; there is no further
   * attempt.
   *
   * @param policy how often and when to try again
   * @param body the work, started anew for each attempt
   * @param <T> type of its value
   * @return the value of the first attempt that succeeds; otherwise the last failure is thrown,
   *     with those before it suppressed on it (the latest 16)
   */
  public static <T extends @Nullable Object> Future<T> retry(Retry policy, AsyncBody<T> body) {
    Objects.requireNonNull(body, "body");
    return Gate.get().retry(Objects.requireNonNull(policy, "policy"), () -> Gate.get().async(body));
  }

  /**
   * Runs a block without a value until it succeeds; see {@link #retry(Retry, AsyncBody)}.
   *
   * @param policy how often and when to try again
   * @param body the work, started anew for each attempt
   * @return completes when an attempt has succeeded
   */
  public static Future<Void> retry(Retry policy, AsyncAction body) {
    Objects.requireNonNull(body, "body");
    return Gate.get().retry(Objects.requireNonNull(policy, "policy"), () -> Gate.get().async(body));
  }

  /**
   * Gives a future until a moment, which several steps of one piece of work may share; otherwise as
   * {@link Async#timeout}.
   *
   * <p><em>Cancellation:</em> cancels the future.
   *
   * @param deadlineNanos on the clock of {@link Weft#nanoTime}; in the past still polls the future
   *     once
   * @param future what to limit
   * @param <T> type of its value
   * @return its value, or failure with {@link java.util.concurrent.TimeoutException}
   */
  public static <T extends @Nullable Object> Future<T> timeoutAt(
      long deadlineNanos, Future<T> future) {
    return Gate.get().timeoutAt(deadlineNanos, Objects.requireNonNull(future, "future"));
  }

  /**
   * A section that isn't cancelled once it has begun: two writes that belong together, say.
   *
   * {@snippet class="dev.weft.snippets.CancelSnippets" region="shield"}
   *
   * <p><em>Cancellation:</em> before the first poll the section never runs. A request that comes
   * later takes effect when it is over: its value or failure is delivered, and the next await of
   * the block throws {@link Cancellation}. Whoever cancels waits for the section, however long it
   * takes: also {@code timeout}, {@code select} and {@link Weft#close}, the last one for the grace
   * period and a second.
   *
   * @param future the section; keep it short, and give what may hang in it a {@link Async#timeout}
   * @param <T> type of its value
   * @return its value
   */
  public static <T extends @Nullable Object> Future<T> shield(Future<T> future) {
    return Gate.get().shield(Objects.requireNonNull(future, "future"));
  }

  private static <T extends @Nullable Object> List<Future<T>> some(
      String method, List<? extends Future<T>> futures) {
    List<Future<T>> copy = List.copyOf(futures);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException(method + " got 0 futures; it needs at least 1.");
    }
    return copy;
  }
}
