package dev.weft.interop;

import dev.weft.stream.AsyncSink;

/**
 * A sink whose items go to a subscriber of {@link java.util.concurrent.Flow}.
 *
 * @param <T> type of the items
 */
public interface FlowSink<T> extends AsyncSink<T> {

  /**
   * Ends the sink with a failure, which the subscriber is told, in place of a close. Does nothing
   * after either. For the producer, like all methods but {@link #cancelSend}.
   *
   * @param failure what the subscriber gets
   */
  void fail(Throwable failure);
}
