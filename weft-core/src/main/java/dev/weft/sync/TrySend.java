package dev.weft.sync;

/**
 * The answer to an attempt to send without waiting.
 *
 * @param <T> type of the messages
 */
public sealed interface TrySend<T> {

  /**
   * The channel has taken the message.
   *
   * @param <T> type of the messages
   */
  record Sent<T>() implements TrySend<T> {
    private static final Sent<?> INSTANCE = new Sent<>();

    @SuppressWarnings("unchecked") // holds no value, so it fits every type
    static <T> Sent<T> instance() {
      return (Sent<T>) INSTANCE;
    }
  }

  /**
   * There is no room now.
   *
   * @param value the message, given back
   * @param <T> type of the messages
   */
  record Full<T>(T value) implements TrySend<T> {}

  /**
   * The channel takes no more messages.
   *
   * @param value the message, given back
   * @param <T> type of the messages
   */
  record Closed<T>(T value) implements TrySend<T> {}
}
