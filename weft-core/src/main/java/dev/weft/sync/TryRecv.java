package dev.weft.sync;

import org.jspecify.annotations.Nullable;

/**
 * The answer to an attempt to receive without waiting.
 *
 * @param <T> type of the messages
 */
public sealed interface TryRecv<T extends @Nullable Object> {

  /**
   * A message.
   *
   * @param value the message, now the receiver's
   * @param <T> type of the messages
   */
  record Received<T extends @Nullable Object>(T value) implements TryRecv<T> {}

  /**
   * Nothing is there now; something may come.
   *
   * @param <T> type of the messages
   */
  record Empty<T extends @Nullable Object>() implements TryRecv<T> {
    private static final Empty<?> INSTANCE = new Empty<>();

    @SuppressWarnings("unchecked") // holds no value, so it fits every type
    static <T extends @Nullable Object> Empty<T> instance() {
      return (Empty<T>) INSTANCE;
    }
  }

  /**
   * Nothing is there, and nothing will come.
   *
   * @param <T> type of the messages
   */
  record Closed<T extends @Nullable Object>() implements TryRecv<T> {
    private static final Closed<?> INSTANCE = new Closed<>();

    @SuppressWarnings("unchecked") // holds no value, so it fits every type
    static <T extends @Nullable Object> Closed<T> instance() {
      return (Closed<T>) INSTANCE;
    }
  }
}
