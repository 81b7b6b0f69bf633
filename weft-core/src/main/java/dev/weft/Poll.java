package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The answer of one {@link Future#poll}: a result, or "not yet".
 *
 * <p>Weft's own futures and compiled blocks answer each other without this object; it is the typed
 * view for code that is written by hand.
 *
 * @param <T> type of the result
 */
public sealed interface Poll<T extends @Nullable Object> {

  /**
   * The future is complete.
   *
   * @param value the result, {@code null} where the future's type allows it
   * @param <T> type of the result
   */
  record Ready<T extends @Nullable Object>(T value) implements Poll<T> {}

  /**
   * The future isn't complete; the waker of the poll will be called when it can go on.
   *
   * @param <T> type of the result to come
   */
  record Pending<T extends @Nullable Object>() implements Poll<T> {
    private static final Pending<?> INSTANCE = new Pending<>();
  }

  /**
   * A finished poll.
   *
   * @param value the result
   * @param <T> type of the result
   * @return a new {@link Ready}
   */
  static <T extends @Nullable Object> Poll<T> ready(T value) {
    return new Ready<>(value);
  }

  /**
   * An unfinished poll.
   *
   * @param <T> type of the result to come
   * @return the shared {@link Pending}
   */
  @SuppressWarnings("unchecked") // holds no value, so it fits every type
  static <T extends @Nullable Object> Poll<T> pending() {
    return (Poll<T>) Pending.INSTANCE;
  }

  /**
   * Whether this is {@link Ready}.
   *
   * @return true if there is a result
   */
  default boolean isReady() {
    return this instanceof Ready;
  }
}
