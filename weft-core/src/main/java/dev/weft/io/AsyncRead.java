package dev.weft.io;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A source of bytes that never blocks the thread.
 *
 * <p><em>Threads:</em> one reader at a time.
 */
public interface AsyncRead {

  /** The answer "not yet" of {@link #pollRead}. */
  int PENDING = -2;

  /** The answer "end of the source" of {@link #pollRead}. */
  int EOF = -1;

  /**
   * Reads what is there without waiting.
   *
   * @param target where to; a target without room gives 0
   * @param cx whom to wake when there is something to read, in place of the waker of an earlier
   *     poll
   * @return bytes read, more than 0 if the target has room; {@link #EOF}; or {@link #PENDING}
   * @throws IOException if the source is broken
   */
  int pollRead(ByteBuffer target, Context cx) throws IOException;

  /** Forgets the waker of a pending {@link #pollRead}; nothing that arrives is lost. */
  default void cancelRead() {}

  /**
   * Reads at least one byte.
   *
   * <p><em>Cancellation:</em> safe; what wasn't returned is still in the source, and the target is
   * untouched.
   *
   * @param target where to; a target without room gives 0
   * @return bytes read, or {@link #EOF}
   */
  @CancelSafe
  default Future<Integer> read(ByteBuffer target) {
    return new ReadFuture(this, target);
  }
}
