package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * Compresses what is written into a target; made by {@link Compression#writer(AsyncWrite)}.
 *
 * <p>{@link #flush} brings all that was written to the other side, in a form that can be inflated
 * at once: what a protocol of requests and responses needs. Each flush costs about five bytes and
 * some of the compression, so flush after a message and not after each of its parts. A flush with
 * nothing new adds no bytes. {@link #shutdown} ends the compressed data; without it the other side
 * takes the data for cut.
 *
 * <p>Memory: one deflater outside of the heap, some 256 KiB, from the first byte to the shutdown or
 * {@link #close}; and a buffer of 4 KiB while something waits for the target or a flush. A target
 * that takes nothing makes writers wait.
 *
 * <p><em>Cancellation:</em> a write that was pending has taken nothing; what was taken stays, in
 * order, until it is flushed.
 *
 * <p><em>Threads:</em> one writer at a time.
 */
public final class DeflatingWrite implements AsyncWrite, AsyncCloseable {

  /*
   * State: what was compressed lies in `buffer` up to its position, and what the target hasn't taken yet
   * from `written` on. `unflushed`: the deflater may keep something to itself. `ending` refuses writes from
   * the first poll of a shutdown on; `finished`: the end of the data is in the buffer; `over`: the target
   * was shut down, or all was given up.
   */

  private static final int BUFFER_BYTES = 4 << 10;
  private static final int MAX_TURNS = 32;

  /** Shared by all, there is no byte in it and no room. */
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final AsyncWrite target;
  private final Deflation deflation;
  private ByteBuffer buffer = NONE;
  private int written;
  private boolean unflushed;
  private boolean ending;
  private boolean finished;
  private volatile boolean over;

  DeflatingWrite(AsyncWrite target, Deflation deflation) {
    this.target = target;
    this.deflation = deflation;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ClosedChannelException if this was shut down or closed
   */
  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (ending || over) {
      throw new ClosedChannelException();
    }
    int start = source.position();
    for (int turns = 0; source.hasRemaining(); turns++) {
      boolean taken = source.position() > start;
      if (turns == MAX_TURNS) {
        if (!taken) {
          Yield.now(cx);
          return PENDING;
        }
        break;
      }
      if (!makeRoom(cx)) {
        if (!taken) {
          return PENDING;
        }
        target.cancelWrite();
        break;
      }
      deflation.deflate(source, buffer);
      unflushed = true;
    }
    return source.position() - start;
  }

  /**
   * {@inheritDoc} The other side can inflate all that was written then.
   *
   * @throws IOException if the target is broken or this was closed
   */
  @Override
  public boolean pollFlush(Context cx) throws IOException {
    while (unflushed && !finished) {
      if (!makeRoom(cx)) {
        return false;
      }
      deflation.flush(buffer);
      unflushed = !buffer.hasRemaining();
    }
    return pollDrain(cx) && target.pollFlush(cx);
  }

  /**
   * Ends the compressed data, flushes, and ends the target.
   *
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    ending = true;
    if (over) {
      return true;
    }
    while (!finished) {
      if (!makeRoom(cx)) {
        return false;
      }
      finished = deflation.finish(buffer);
    }
    deflation.release();
    over = pollDrain(cx) && target.pollShutdown(cx);
    return over;
  }

  /** Has the buffer ready for a step of the deflater; false if pending. */
  private boolean makeRoom(Context cx) throws IOException {
    if (buffer.remaining() < Deflation.LEAST_ROOM) {
      if (!pollDrain(cx)) {
        return false;
      }
      buffer = ByteBuffer.allocate(BUFFER_BYTES);
    }
    return true;
  }

  /** Hands the buffer to the target and gives it up; false if pending. */
  private boolean pollDrain(Context cx) throws IOException {
    for (int turns = 0; written < buffer.position(); turns++) {
      if (turns == MAX_TURNS) {
        return Yield.now(cx);
      }
      ByteBuffer waiting = buffer.duplicate().flip().position(written);
      int count;
      try {
        count = target.pollWrite(waiting, cx);
      } finally {
        written = waiting.position();
      }
      if (count == PENDING) {
        return false;
      }
      if (count <= 0) {
        throw new IOException(
            target + " accepted " + count + " bytes of a write that isn't empty.");
      }
    }
    buffer = NONE;
    written = 0;
    return true;
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    return written == buffer.position() || buffer.hasRemaining() || target.pollWritable(cx);
  }

  @Override
  public void cancelWrite() {
    target.cancelWrite();
  }

  /** Whether memory outside of the heap is held. */
  boolean holdsMemory() {
    return deflation.holdsMemory();
  }

  /** Bytes of memory that the buffer holds. */
  int capacity() {
    return buffer.capacity();
  }

  /** Gives up what isn't written, and frees the deflater; from any thread. */
  void free() {
    over = true;
    deflation.release();
  }

  /**
   * Ends the compressed data and the target, and frees the deflater, the last also if ending fails.
   * What else the target holds, such as the other direction of a socket, is left to its owner.
   *
   * <p><em>Cancellation:</em> what isn't flushed is given up.
   */
  @CancelSafe(loses = "what isn't flushed", instead = "flush first")
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(Ending.of(this), () -> new dev.weft.codegen.CloseFuture(this::free));
  }

  @Override
  public String toString() {
    return "DeflatingWrite[" + deflation + ", " + target + "]";
  }
}
