package dev.weft.io;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A writer with a buffer: it makes many small writes cheap. What is written reaches the target when
 * the buffer is full, and with {@link #flush}, {@link #shutdown} or a close; a write as large as
 * the buffer goes past it.
 *
 * <p>Back-pressure: the buffer never grows; a write that doesn't fit waits for the target.
 *
 * <p><em>Cancellation:</em> a write that was pending has taken nothing of its source; what was
 * taken stays in the buffer, in order, until it is flushed.
 *
 * <p><em>Threads:</em> one operation at a time.
 */
public final class BufWriter implements AsyncWrite, AsyncCloseable {

  /*
   * State: buffer[0, position) is what was accepted and buffer[written, position) what the target
   * hasn't taken yet. `head` is a view of the same bytes to write from, so that a poll allocates nothing;
   * its position is read back in a finally, so that a target which fails halfway neither loses nor doubles
   * a byte. `ended` is set by the first poll of a shutdown, `closed` when a close is over, also one that
   * failed. Only the owner touches any of this.
   */

  /** Size of the buffer unless another is asked for: 8 KiB. */
  public static final int DEFAULT_CAPACITY = 8 * 1024;

  private final AsyncWrite target;
  private final ByteBuffer buffer;
  private final ByteBuffer head;
  private int written;
  private boolean ended;
  private boolean closed;

  /**
   * Creates a writer with a buffer of {@link #DEFAULT_CAPACITY}.
   *
   * @param target where the bytes go
   */
  public BufWriter(AsyncWrite target) {
    this(target, DEFAULT_CAPACITY);
  }

  /**
   * Creates a writer.
   *
   * @param target where the bytes go
   * @param capacity size of the buffer in bytes, from 1 to 1 GiB
   */
  public BufWriter(AsyncWrite target, int capacity) {
    this.target = Objects.requireNonNull(target, "target");
    this.buffer = ByteBuffer.allocate(Limits.check("capacity", capacity, 1));
    this.head = buffer.duplicate();
  }

  /**
   * How much waits in the buffer.
   *
   * @return bytes that the target hasn't taken yet
   */
  public int buffered() {
    return buffer.position() - written;
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    checkOpen();
    int count = source.remaining();
    if (count > buffer.remaining()) {
      if (!pollDrain(cx)) {
        return PENDING;
      }
      if (count >= buffer.capacity()) {
        return target.pollWrite(source, cx);
      }
    }
    buffer.put(source);
    return count;
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, sources.length);
    long count = 0;
    for (int i = offset; i < offset + length; i++) {
      count += sources[i].remaining();
    }
    if (count > buffer.remaining()) {
      if (!pollDrain(cx)) {
        return PENDING;
      }
      if (count >= buffer.capacity()) {
        return target.pollWrite(sources, offset, length, cx);
      }
    }
    for (int i = offset; i < offset + length; i++) {
      buffer.put(sources[i]);
    }
    return count;
  }

  private void checkOpen() throws IOException {
    if (ended) {
      throw new IOException(this + " takes no more bytes: it was shut down or closed.");
    }
  }

  /** Hands the buffer to the target; returns whether it is empty now. */
  private boolean pollDrain(Context cx) throws IOException {
    while (buffered() > 0) {
      head.limit(buffer.position()).position(written);
      int count;
      try {
        count = target.pollWrite(head, cx);
      } finally {
        written = head.position();
      }
      if (count == PENDING) {
        return false;
      }
      if (count <= 0) {
        throw new IOException(target + " accepted " + count + " of " + buffered() + " bytes.");
      }
      if (buffered() > 0 && !PollContext.mayGoOn(cx)) {
        return false;
      }
    }
    buffer.clear();
    written = 0;
    return true;
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return pollDrain(cx) && target.pollFlush(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    ended = true;
    return pollDrain(cx) && target.pollShutdown(cx);
  }

  @Override
  public void cancelWrite() {
    target.cancelWrite();
  }

  /**
   * Flushes and shuts the target down; a failure is reported once. What else the target holds, such
   * as the other direction of a socket, is left to its owner.
   *
   * <p><em>Cancellation:</em> what isn't flushed stays in the buffer; close again to go on.
   *
   * @return completes when the target has ended
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new Close(this);
  }

  @Override
  public String toString() {
    return "BufWriter of " + target;
  }

  private static final class Close extends LeafFuture<Void> {

    private final BufWriter writer;

    Close(BufWriter writer) {
      this.writer = writer;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      if (writer.closed) {
        return null;
      }
      boolean done = false;
      boolean failed = true;
      try {
        done = writer.pollShutdown(cx);
        failed = false;
      } finally {
        writer.closed = done || failed;
      }
      return done ? null : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      writer.cancelWrite();
      return true;
    }
  }
}
