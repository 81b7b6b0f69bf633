package dev.weft.stream;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.util.Objects;
import java.util.function.Function;

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

  /**
   * Sends an item and flushes.
   *
   * <p><em>Cancellation:</em> the item is never lost or sent twice, but one can't tell whether it
   * was taken. While there was no room it wasn't; later it is in the sink, and the next flush sends
   * it. Where that matters use {@link #feed}, then {@link #flush}.
   *
   * @param item what to send
   * @return completes when nothing is buffered any more
   */
  @CancelSafe(loses = "track of whether the item was taken", instead = "feed the item, then flush")
  default Future<Void> send(T item) {
    return new SendFuture<>(this, Objects.requireNonNull(item, "item"), true);
  }

  /**
   * Hands over an item without flushing: cheaper if several follow. Call {@link #flush} after the
   * last one.
   *
   * <p><em>Cancellation:</em> safe; a cancelled call has not taken the item.
   *
   * @param item what to send
   * @return completes when the sink has taken the item
   */
  @CancelSafe
  default Future<Void> feed(T item) {
    return new SendFuture<>(this, Objects.requireNonNull(item, "item"), false);
  }

  /**
   * Brings all items to their destination.
   *
   * <p><em>Cancellation:</em> what isn't flushed stays in the sink.
   *
   * @return completes when nothing is buffered any more
   */
  @CancelSafe
  default Future<Void> flush() {
    return new SettleFuture(this, false);
  }

  /**
   * Flushes and ends the sink, see {@link #pollClose}.
   *
   * <p><em>Cancellation:</em> what isn't flushed stays in the sink; call it again to go on.
   *
   * @return completes when the sink has ended
   */
  @CancelSafe
  default Future<Void> closeAsync() {
    return new SettleFuture(this, true);
  }

  /**
   * Sends all items of a stream and flushes. While the stream has no item, what was sent is
   * flushed; the sink stays open.
   *
   * <p><em>Cancellation:</em> safe; an item is either still in the stream or taken by the sink.
   *
   * @param items what to send, to its end
   * @return completes when the stream has ended and nothing is buffered any more
   */
  @CancelSafe
  default Future<Void> sendAll(AsyncStream<? extends T> items) {
    return new ForwardFuture<T>(Objects.requireNonNull(items, "items"), this, false);
  }

  /**
   * Sends all items of a stream, then closes the sink; otherwise as {@link #sendAll}.
   *
   * @param items what to send, to its end
   * @return completes when the sink has ended
   */
  default Future<Void> forward(AsyncStream<? extends T> items) {
    return new ForwardFuture<T>(Objects.requireNonNull(items, "items"), this, true);
  }

  /**
   * A sink of other items, each of which is turned into one for this sink.
   *
   * @param function gives the item to send, which may not be null; if it throws, nothing was sent
   *     and the sink can be used on
   * @param <U> type of the other items
   * @return a sink in place of this one
   */
  default <U> AsyncSink<U> with(Function<? super U, ? extends T> function) {
    return new Sinks.With<>(this, Objects.requireNonNull(function, "function"));
  }

  /**
   * A sink that takes items also while this one has no room for them.
   *
   * @param size most items that wait, 1 or more
   * @return a sink in place of this one; flush or close it in the end
   */
  default AsyncSink<T> buffer(int size) {
    return new Sinks.Buffer<>(this, Limits.atLeastOne("size", size));
  }

  /**
   * A sink that sends each item to this one and to another; it has room when both have. When one
   * fails, so does it; the other may have got an item more.
   *
   * @param other the other sink
   * @return a sink in place of both
   */
  default AsyncSink<T> fanout(AsyncSink<? super T> other) {
    return new Sinks.Fanout<>(this, Objects.requireNonNull(other, "other"));
  }
}
