package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of items that arrive over time. Lazy: nothing is produced before it is asked for,
 * which is its back-pressure.
 *
 * <p><em>Threads:</em> one consumer at a time.
 *
 * @param <T> type of the items, which are never null
 */
public interface AsyncStream<T> {

  /**
   * Looks for the next item without waiting.
   *
   * @param cx whom to wake when there is one, in place of the waker of an earlier poll
   * @return the item, {@code null} at the end, or {@link dev.weft.codegen.RawFuture#PENDING}
   * @throws Exception the failure of the stream, after which it has ended
   */
  @Nullable Object pollNext(Context cx) throws Exception;

  /**
   * Asks a pending {@link #pollNext} to give up, as {@link Future#cancel} does: no item is lost.
   *
   * @return true if the stream may be left alone; false if it has to be polled on
   */
  default boolean cancelNext() {
    return true;
  }

  /**
   * Waits for the next item.
   *
   * <p><em>Cancellation:</em> safe; an item that wasn't returned is returned by the next call.
   *
   * @return the item, or {@code null} at the end
   */
  default Future<@Nullable T> next() {
    return new NextFuture<>(this);
  }
}
