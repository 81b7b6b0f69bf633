package dev.weft.stream;

import dev.weft.CancelSafe;
import dev.weft.Future;

/**
 * Where the block of {@link Streams#stream} puts its items.
 *
 * <p><em>Threads:</em> for that block alone, not for tasks that it spawns; one item at a time.
 *
 * @param <T> type of the items
 */
public interface Emitter<T> {

  /**
   * Gives an item to the consumer and waits until it has been taken and the next one is asked for.
   *
   * <p><em>Cancellation:</em> an item that wasn't taken is withdrawn. One can't tell whether it
   * was: the wait goes on until the consumer asks for the next one.
   *
   * @param item the next item of the stream
   * @return completes when the consumer wants another item
   * @throws IllegalStateException at the await, if another item still waits to be taken, or nobody
   *     takes items any more: the stream was closed, and the block may only clean up
   */
  @CancelSafe(loses = "track of whether the item was taken")
  Future<Void> emit(T item);
}
