package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What a compressed source inflates to; made by {@link Compression#reader(AsyncRead)}.
 *
 * <p>It gives what has arrived as soon as it can be inflated, so that each flush of a {@link
 * DeflatingWrite} can be answered. Input that ends early is an {@link EOFException}, damaged input
 * a {@link FrameException}, and input over its {@link InflateLimits} a {@link
 * FrameTooLargeException}; reading on after one of them fails.
 *
 * <p>Memory: one inflater outside of the heap, some 40 KiB, from the first byte to the end, a
 * failure or {@link #close}; and a buffer of up to 8 KiB while bytes are arriving, of 1 KiB at most
 * while none are.
 *
 * <p><em>Cancellation:</em> of a read: safe; what wasn't returned is given to the next one.
 *
 * <p><em>Threads:</em> one reader at a time; {@link #close} may come from anywhere.
 */
public final class InflatingRead implements AsyncRead, AsyncCloseable {

  /*
   * A read inflates what it has before it asks the source, and returns with the first bytes. Input may
   * become nothing at all (empty blocks), so the number of reads in one poll is bounded.
   */

  private static final int READ_BYTES = 8 << 10;
  private static final int MAX_READS = 32;

  private final AsyncRead source;
  private final Inflation inflation;
  private final ReadBuffer buffer = new ReadBuffer(READ_BYTES);
  private boolean ended;

  InflatingRead(AsyncRead source, Inflation inflation) {
    this.source = source;
    this.inflation = inflation;
  }

  /**
   * {@inheritDoc}
   *
   * @throws EOFException if the source ended before the compressed data did
   * @throws FrameException if the data is damaged or over a limit
   * @throws java.nio.channels.ClosedChannelException if this is closed, or failed before
   */
  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    for (int reads = 0; ; reads++) {
      if (ended) {
        return EOF;
      }
      int count = inflate(target);
      if (count > 0) {
        return count;
      }
      if (inflation.isEnded()) {
        end();
      } else if (reads == MAX_READS) {
        Yield.now(cx);
        return PENDING;
      } else if (!fill(cx)) {
        return PENDING;
      }
    }
  }

  private int inflate(ByteBuffer target) throws IOException {
    boolean failed = true;
    try {
      int count = inflation.inflate(buffer.view(), target);
      buffer.decoded();
      failed = false;
      return count;
    } finally {
      if (failed) {
        release();
      }
    }
  }

  /** Reads more of the source; false if pending. */
  private boolean fill(Context cx) throws IOException {
    if (buffer.capacity() == 0 && !source.pollReadable(cx)) {
      return false;
    }
    int count = source.pollRead(buffer.room(0), cx);
    if (count == PENDING) {
      buffer.idle();
      return false;
    }
    if (count == 0) {
      throw new IOException(source + " read 0 bytes though there was room for some.");
    }
    if (count != EOF) {
      buffer.filled(count);
    } else if (inflation.mayEnd()) {
      end();
    } else {
      release();
      throw new EOFException(
          "The "
              + inflation
              + " input ended inside its data, after "
              + inflation.bytesIn()
              + (inflation.bytesIn() == 1 ? " byte." : " bytes."));
    }
    return true;
  }

  private void end() {
    ended = true;
    inflation.release();
    buffer.trim();
  }

  private void release() {
    inflation.release();
    buffer.release();
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return ended || inflation.mayHaveMore() || buffer.remaining() > 0 || source.pollReadable(cx);
  }

  @Override
  public void cancelRead() {
    source.cancelRead();
  }

  /**
   * Takes what was read from the source and not inflated: after the end of {@link Compression#ZLIB}
   * or {@link Compression#DEFLATE} data that is the beginning of what follows it. Reading is over
   * then.
   *
   * @return the bytes, often none
   */
  public byte[] takeBuffered() {
    byte[] bytes = buffer.takeAll();
    end();
    return bytes;
  }

  /** Whether memory outside of the heap is held. */
  boolean holdsMemory() {
    return inflation.holdsMemory();
  }

  /** Bytes of memory that the buffer holds. */
  int capacity() {
    return buffer.capacity();
  }

  /** Frees the inflater, from any thread; the buffer is the reader's. */
  void free() {
    inflation.release();
  }

  /** Frees the inflater. The source is left to its owner. */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new dev.weft.codegen.CloseFuture(this::free);
  }

  @Override
  public String toString() {
    return "InflatingRead[" + inflation + ", " + source + "]";
  }
}
