package dev.weft.stream;

import dev.weft.Context;

/**
 * A target of items that says when it can take the next one.
 *
 * <p>The protocol: {@link #pollReady} until it is true, then one {@link #startSend}; {@link
 * #pollFlush} to bring what was sent to its destination; {@link #pollClose} once at the end.
 *
 * <p><em>Threads:</em> one producer at a time.
 *
 * @param <T> type of the items, which are never null
 */
public interface AsyncSink<T> {

  /**
   * Makes room for one item.
   *
   * @param cx whom to wake when there is room
   * @return whether {@link #startSend} may be called once; false if pending
   * @throws Exception if the sink is broken or closed
   */
  boolean pollReady(Context cx) throws Exception;

  /**
   * Takes an item. It may stay in a buffer until the sink is flushed.
   *
   * @param item what to send
   * @throws Exception if the item can't be encoded or the sink is broken
   * @throws IllegalStateException if {@link #pollReady} didn't say yes since the last item
   */
  void startSend(T item) throws Exception;

  /**
   * Brings all items to their destination.
   *
   * @param cx whom to wake
   * @return whether nothing is buffered any more; false if pending
   * @throws Exception if the sink is broken
   */
  boolean pollFlush(Context cx) throws Exception;

  /**
   * Flushes and ends the sink. Doing so twice is harmless.
   *
   * @param cx whom to wake
   * @return whether it is done; false if pending
   * @throws Exception if the sink is broken
   */
  boolean pollClose(Context cx) throws Exception;

  /** Forgets the waker of a pending poll; nothing that was accepted is lost. */
  default void cancelSend() {}
}
