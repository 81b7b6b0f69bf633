package dev.weft.io;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A target of bytes that never blocks the thread.
 *
 * <p><em>Threads:</em> one writer at a time.
 */
public interface AsyncWrite {

  /** The answer "not yet" of {@link #pollWrite}. */
  int PENDING = -2;

  /**
   * Writes what fits without waiting.
   *
   * @param source what to write; an empty one gives 0
   * @param cx whom to wake when there is room, in place of the waker of an earlier poll
   * @return bytes written, more than 0 if there was something to write; or {@link #PENDING}
   * @throws IOException if the target is broken or closed
   */
  int pollWrite(ByteBuffer source, Context cx) throws IOException;

  /**
   * Writes from several buffers what fits without waiting.
   *
   * @param sources what to write, in order
   * @param offset first buffer
   * @param length how many buffers
   * @param cx as for {@link #pollWrite}
   * @return bytes written or {@link #PENDING}
   * @throws IOException if the target is broken or closed
   */
  default long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    for (int i = offset; i < offset + length; i++) {
      if (sources[i].hasRemaining()) {
        return pollWrite(sources[i], cx);
      }
    }
    return 0;
  }

  /**
   * Brings what was written to its destination.
   *
   * @param cx whom to wake
   * @return whether nothing is buffered any more; false if pending
   * @throws IOException if the target is broken
   */
  boolean pollFlush(Context cx) throws IOException;

  /**
   * Flushes, then ends the target: a socket sends its end of stream, and reading from it goes on.
   * Doing so twice is harmless.
   *
   * @param cx whom to wake
   * @return whether it is done; false if pending
   * @throws IOException if the target is broken
   */
  boolean pollShutdown(Context cx) throws IOException;

  /**
   * Whether a write would probably get on. A target that can't tell says yes.
   *
   * @param cx whom to wake when it would, in place of the waker of an earlier poll
   * @return true also for a broken target, which a write then tells; a write may answer {@link
   *     #PENDING} all the same. False if pending
   * @throws IOException if the target is closed
   */
  default boolean pollWritable(Context cx) throws IOException {
    return true;
  }

  /** Forgets the waker of a pending poll; nothing that was accepted is lost. */
  default void cancelWrite() {}

  /**
   * Waits until a write gets on, before the bytes are there: for who makes them only when they can
   * leave. Nothing is written. Targets other than sockets may complete at once.
   *
   * @return completes when a write is worth trying
   */
  @CancelSafe
  default Future<Void> writable() {
    return ReadyFuture.writable(this);
  }

  /**
   * Writes at least one byte.
   *
   * <p><em>Cancellation:</em> safe; a write that was cancelled while it was pending wrote nothing.
   *
   * @param source what to write
   * @return bytes written
   */
  @CancelSafe
  default Future<Integer> write(ByteBuffer source) {
    return WriteFuture.some(this, source);
  }

  /**
   * Writes all of a buffer.
   *
   * <p><em>Cancellation:</em> part may have been written; the buffer's position says how much.
   *
   * @param source what to write
   * @return completes when all of it was accepted
   */
  @CancelSafe
  default Future<Void> writeAll(ByteBuffer source) {
    return WriteFuture.all(this, new ByteBuffer[] {source});
  }

  /**
   * Writes all of several buffers, in as few system calls as the target can.
   *
   * <p><em>Cancellation:</em> part may have been written; the buffers' positions say how much.
   *
   * @param sources what to write, in order
   * @return completes when all of it was accepted
   */
  @CancelSafe
  default Future<Void> writeAll(ByteBuffer... sources) {
    return WriteFuture.all(this, sources.clone());
  }

  /**
   * Brings what was written to its destination.
   *
   * <p><em>Cancellation:</em> what isn't flushed stays buffered.
   *
   * @return completes when nothing is buffered any more
   */
  @CancelSafe
  default Future<Void> flush() {
    return new FlushFuture(this, false);
  }

  /**
   * Flushes and ends the target, see {@link #pollShutdown}.
   *
   * <p><em>Cancellation:</em> call it again to go on.
   *
   * @return completes when the target has ended
   */
  @CancelSafe
  default Future<Void> shutdown() {
    return new FlushFuture(this, true);
  }
}
