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

  /**
   * Whether a read would probably get on, so that a buffer is worth having. A source that can't
   * tell says yes.
   *
   * @param cx whom to wake when it would, in place of the waker of an earlier poll
   * @return true also at the end and for a broken source, which a read then tells; a read may
   *     answer {@link #PENDING} all the same. False if pending
   * @throws IOException if the source is closed
   */
  default boolean pollReadable(Context cx) throws IOException {
    return true;
  }

  /**
   * Forgets the waker of a pending {@link #pollRead} or {@link #pollReadable}; nothing that arrives
   * is lost.
   */
  default void cancelRead() {}

  /**
   * Waits until a read gets on, without a buffer: bytes have arrived, or the end, or a failure.
   * Nothing is read. In rare cases a read then waits all the same; {@link #readPooled} holds no
   * buffer even then. Sources other than sockets may complete at once.
   *
   * @return completes when a read is worth trying
   */
  @CancelSafe
  default Future<Void> readable() {
    return ReadyFuture.readable(this);
  }

  /**
   * Reads at least one byte into a buffer that is taken from a pool once there is something to
   * read, so that an idle connection holds none.
   *
   * <p><em>Cancellation:</em> safe; what wasn't returned is still in the source, and no buffer is
   * held.
   *
   * @param pool where the buffer comes from
   * @return a buffer with what was read, from its position to its limit; without any bytes at the
   *     end of the source. Close it when they are used up
   */
  @CancelSafe
  default Future<PooledBuffer> readPooled(BufferPool pool) {
    return new PooledRead(this, pool);
  }

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
