package dev.weft.stream;

import dev.weft.CancelSafe;
import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose next item can be looked at before it is taken; see {@link AsyncStream#peekable}.
 *
 * @param <T> type of the items
 */
public interface PeekableStream<T> extends AsyncStream<T> {

  /**
   * Waits for the next item and leaves it in the stream. A failure of the stream comes here if it
   * is looked at first; the stream has then ended.
   *
   * <p><em>Cancellation:</em> safe; the item stays in the stream.
   *
   * @return what {@link #next} returns next, {@code null} at the end
   */
  @CancelSafe
  Future<@Nullable T> peek();
}
