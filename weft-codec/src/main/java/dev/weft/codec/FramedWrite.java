package dev.weft.codec;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import dev.weft.stream.AsyncSink;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;

/**
 * A byte target as a sink of frames.
 *
 * <p>Items are encoded into a buffer. While {@link FramedOptions#boundaryBytes} or more wait in it,
 * {@link #pollReady} first writes: a target that doesn't take bytes stops the producer, and the
 * buffer holds at most the boundary and one frame.
 *
 * <p>{@link #closeAsync} flushes and ends the target: the other side sees the end of what it reads,
 * while the other direction goes on.
 *
 * <p><em>Threads:</em> one producer at a time.
 *
 * @param <E> type of the items
 */
public final class FramedWrite<E> implements AsyncSink<E> {

  /*
   * State: `ready` is the permit that pollReady gives and startSend takes; `closing` refuses items
   * from the first pollClose on, `closed` makes a second one harmless. What waits is in `buffer` only,
   * so a poll that is pending or cancelled leaves nothing half done.
   *
   * A write loop ends: each round takes at least one byte of a bounded buffer. MAX_WRITES keeps a
   * target that takes few bytes at a time from holding the worker meanwhile.
   */

  private static final int MAX_WRITES = 64;

  private final AsyncWrite target;
  private final Encoder<E> encoder;
  private final FrameBuffer buffer;
  private final int boundary;
  private boolean ready;
  private boolean closing;
  private boolean closed;

  private FramedWrite(AsyncWrite target, Encoder<E> encoder, FramedOptions options) {
    this.target = Objects.requireNonNull(target, "target");
    this.encoder = Objects.requireNonNull(encoder, "encoder");
    buffer = new FrameBuffer(options.maxWriteBytes());
    boundary = options.boundaryBytes();
  }

  /**
   * A sink into a target, with the usual buffer sizes.
   *
   * @param target where the bytes go
   * @param encoder makes them
   * @param <E> type of the items
   * @return the sink
   */
  public static <E> FramedWrite<E> of(AsyncWrite target, Encoder<E> encoder) {
    return of(target, encoder, FramedOptions.DEFAULT);
  }

  /**
   * A sink into a target.
   *
   * @param target where the bytes go
   * @param encoder makes them
   * @param options sizes of the buffers
   * @param <E> type of the items
   * @return the sink
   */
  public static <E> FramedWrite<E> of(
      AsyncWrite target, Encoder<E> encoder, FramedOptions options) {
    return new FramedWrite<>(target, encoder, options);
  }

  /**
   * Writes until less than the boundary waits.
   *
   * @throws ClosedChannelException if {@link #pollClose} was called
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollReady(Context cx) throws IOException {
    if (closing) {
      throw new ClosedChannelException();
    }
    ready = ready || writeDownTo(boundary - 1, cx);
    return ready;
  }

  /**
   * Encodes an item. If that fails nothing of it is sent, and the sink goes on.
   *
   * @throws FrameTooLargeException if the item doesn't fit into the buffer
   * @throws IOException if the item can't be encoded
   */
  @Override
  public void startSend(E item) throws IOException {
    Objects.requireNonNull(item, "item");
    takePermit();
    int before = buffer.size();
    boolean encoded = false;
    try {
      encoder.encode(item, buffer);
      encoded = true;
    } finally {
      if (!encoded) {
        buffer.truncate(before);
      }
    }
  }

  /**
   * Appends a frame that was encoded before, for example once for many receivers. What it must look
   * like is the caller's affair.
   *
   * @param frame all of it is copied
   * @throws FrameTooLargeException if it doesn't fit into the buffer
   * @throws IllegalStateException without a yes of {@link #pollReady} since the last item
   */
  public void startSendEncoded(byte[] frame) throws FrameTooLargeException {
    takePermit();
    buffer.put(frame);
  }

  private void takePermit() {
    if (!ready) {
      throw new IllegalStateException(
          "startSend was called without a yes of pollReady since the last item;"
              + " each item needs one.");
    }
    ready = false;
  }

  /**
   * Writes all that waits and flushes the target.
   *
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return writeDownTo(0, cx) && target.pollFlush(cx);
  }

  /**
   * Writes all that waits and ends the target, see {@link AsyncWrite#pollShutdown}.
   *
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollClose(Context cx) throws IOException {
    closing = true;
    ready = false;
    closed = closed || (pollFlush(cx) && target.pollShutdown(cx));
    return closed;
  }

  @Override
  public void cancelSend() {
    target.cancelWrite();
  }

  /**
   * What waits to be written.
   *
   * @return bytes
   */
  public int waitingBytes() {
    return buffer.size();
  }

  /**
   * Gives the memory of the buffer back if nothing waits; the next item takes new. By itself a sink
   * does so when all is written, so that an idle connection holds no buffer.
   */
  public void trim() {
    buffer.trim();
  }

  /** Bytes of memory that the buffer holds. */
  int capacity() {
    return buffer.capacity();
  }

  private boolean writeDownTo(int bytes, Context cx) throws IOException {
    for (int writes = 0; buffer.size() > bytes; writes++) {
      if (writes == MAX_WRITES) {
        return Yield.now(cx);
      }
      int count = target.pollWrite(buffer.waiting(), cx);
      if (count == AsyncWrite.PENDING) {
        return false;
      }
      if (count <= 0) {
        throw new IOException(
            target + " accepted " + count + " bytes of a write that isn't empty.");
      }
      buffer.taken(count);
    }
    return true;
  }

  @Override
  public String toString() {
    return "FramedWrite[" + target + ", " + encoder + "]";
  }
}
