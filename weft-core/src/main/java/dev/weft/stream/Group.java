package dev.weft.stream;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;

/**
 * The items of one key; see {@link AsyncStream#groupBy}. A group that nobody receives, since the
 * wait for it lost a race, say, is closed like every resource, as its buffer would hold up the
 * others.
 *
 * @param key what the items have in common
 * @param items the items with that key
 * @param <K> type of the key
 * @param <T> type of the items
 */
public record Group<K, T>(K key, AsyncStream<T> items) implements AsyncCloseable {

  /**
   * Closes the stream of items.
   *
   * <p><em>Cancellation:</em> takes place all the same.
   *
   * @return completes when all is released
   */
  @Override
  @CancelSafe
  public Future<Void> closeAsync() {
    return items.closeAsync();
  }
}
