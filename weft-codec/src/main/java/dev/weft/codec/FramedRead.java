package dev.weft.codec;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A byte source as a stream of frames.
 *
 * <p>A frame may arrive in any pieces, and several may arrive at once; a partial one stays in the
 * buffer while the stream is pending, and also when a {@link #next} is cancelled.
 *
 * <p>A failure is thrown once; after it the stream has ended. It goes on after that end only where
 * the decoder knows how ({@link Decoder#resumesAfter}). The end of the source ends the stream, too;
 * asked again, it looks whether the source has more, as a growing file has.
 *
 * <p><em>Cancellation:</em> of {@link #next}: safe, nothing is lost.
 *
 * <p><em>Threads:</em> one consumer at a time.
 *
 * @param <D> type of the frames
 */
public final class FramedRead<D> implements AsyncStream<D> {

  /*
   * State:
   *
   *   OPEN     --source ends--> DRAINING --decodeEof gives null--> PAUSED --more arrives--> OPEN
   *   any of them --failure--> and `end` is set: ONCE gives one null and then goes on in that state,
   *   FOREVER gives nothing but null
   *
   * `readable` is set while the decoder may have a frame without another read. A decoder that buffers
   * frames of its own is therefore asked until it says null, also with no bytes left.
   *
   * Without a buffer, before the first read and after each wait, the source is asked whether there is
   * anything to read before one is allocated.
   *
   * One poll reads at most MAX_READS times without a frame and then yields: a source that always has a
   * byte would otherwise keep the worker for as long as a large frame takes.
   */

  private static final int MAX_READS = 32;

  private enum Phase {
    OPEN,
    DRAINING,
    PAUSED
  }

  private enum End {
    NONE,
    ONCE,
    FOREVER
  }

  private final AsyncRead source;
  private final Decoder<D> decoder;
  private final ReadBuffer buffer;
  private Phase phase = Phase.OPEN;
  private End end = End.NONE;
  private boolean readable;
  private boolean polled;

  private FramedRead(AsyncRead source, Decoder<D> decoder, FramedOptions options) {
    this.source = Objects.requireNonNull(source, "source");
    this.decoder = Objects.requireNonNull(decoder, "decoder");
    buffer = new ReadBuffer(options.readBytes());
  }

  /**
   * Frames of a source, with the usual buffer sizes.
   *
   * @param source where the bytes come from
   * @param decoder cuts them into frames
   * @param <D> type of the frames
   * @return the stream
   */
  public static <D> FramedRead<D> of(AsyncRead source, Decoder<D> decoder) {
    return of(source, decoder, FramedOptions.DEFAULT);
  }

  /**
   * Frames of a source.
   *
   * @param source where the bytes come from
   * @param decoder cuts them into frames
   * @param options sizes of the buffers
   * @param <D> type of the frames
   * @return the stream
   */
  public static <D> FramedRead<D> of(AsyncRead source, Decoder<D> decoder, FramedOptions options) {
    return new FramedRead<>(source, decoder, options);
  }

  /**
   * Looks for the next frame.
   *
   * @throws IOException if the source is broken, ended inside a frame, or what it gave is no frame
   */
  @Override
  public @Nullable Object pollNext(Context cx) throws IOException {
    polled = true;
    if (end != End.NONE) {
      end = end == End.ONCE ? End.NONE : End.FOREVER;
      return null;
    }
    for (int reads = 0; ; reads++) {
      if (readable) {
        D frame = decode();
        if (frame != null) {
          return frame;
        }
        if (phase == Phase.DRAINING) {
          phase = Phase.PAUSED;
          return null;
        }
      }
      if (reads == MAX_READS) {
        Yield.now(cx);
        return RawFuture.PENDING;
      }
      int count = read(cx);
      if (count == AsyncRead.PENDING) {
        buffer.idle();
        return RawFuture.PENDING;
      }
      if (count == AsyncRead.EOF && phase == Phase.PAUSED) {
        buffer.idle();
        return null;
      }
      phase = count == AsyncRead.EOF ? Phase.DRAINING : Phase.OPEN;
      readable = true;
    }
  }

  @Override
  public boolean cancelNext() {
    source.cancelRead();
    return true;
  }

  /**
   * Takes what was read and not decoded, for going on with another protocol on the same source.
   * This stream has ended then.
   *
   * @return the bytes, often none
   */
  public byte[] takeBuffered() {
    byte[] bytes = buffer.takeAll();
    end = End.FOREVER;
    return bytes;
  }

  /**
   * Puts bytes before those that will be read, for example what somebody has read to find out which
   * protocol it is.
   *
   * @param bytes what to decode first; all of it is copied
   * @throws IllegalStateException if the stream was polled already
   */
  public void unread(ByteBuffer bytes) {
    if (polled) {
      throw new IllegalStateException(
          "unread was called on a stream that was polled already; its decoder may be in the middle"
              + " of a frame.");
    }
    buffer.unread(bytes);
    readable = true;
  }

  /**
   * Takes the next frame if all of it has arrived, without a look at the source. Ends and failures
   * are as in {@link #pollNext}.
   *
   * @return the frame, or {@code null} if there is none, for whatever reason
   * @throws IOException if what has arrived is no frame
   */
  public @Nullable D takeArrived() throws IOException {
    polled = true;
    return end == End.NONE && readable ? decode() : null;
  }

  /**
   * Gives the memory of the buffer back if there is nothing in it; the next read takes new. By
   * itself a stream does so when a poll is pending, so that an idle connection holds no buffer.
   */
  public void trim() {
    buffer.trim();
  }

  /** Bytes of memory that the buffer holds. */
  int capacity() {
    return buffer.capacity();
  }

  private @Nullable D decode() throws IOException {
    ByteBuffer in = buffer.view();
    try {
      D frame = phase == Phase.DRAINING ? decoder.decodeEof(in) : decoder.decode(in);
      buffer.decoded();
      readable = frame != null;
      return frame;
    } catch (IOException failure) {
      buffer.decoded();
      throw failed(failure, decoder.resumesAfter(failure));
    } catch (RuntimeException failure) {
      throw failed(failure, false);
    } catch (Error failure) { // it won't be asked for the same bytes again
      end = End.FOREVER;
      readable = false;
      buffer.release();
      throw failure;
    }
  }

  private int read(Context cx) throws IOException {
    int wanted = buffer.isFull() ? wanted() : 0;
    int count;
    try {
      if (buffer.capacity() == 0 && !source.pollReadable(cx)) {
        return AsyncRead.PENDING; // a buffer would only lie there
      }
      count = source.pollRead(buffer.room(wanted), cx);
    } catch (IOException failure) {
      throw failed(failure, false);
    }
    if (count == 0) {
      throw failed(
          new IOException(source + " read 0 bytes though there was room for some."), false);
    }
    if (count > 0) {
      buffer.filled(count);
    }
    return count;
  }

  /** How large the frame is for which the buffer has no room, or may be. */
  private int wanted() throws IOException {
    int size = buffer.remaining();
    int most = Math.min(decoder.maxBytes(), Checks.MAX_BYTES);
    if (size >= most) {
      throw failed(new FrameTooLargeException("A frame that hasn't ended", size + 1L, most), false);
    }
    int wanted = decoder.bytesWanted(buffer.view());
    return wanted > size ? Math.min(wanted, most) : most;
  }

  private <X extends Exception> X failed(X failure, boolean resumes) {
    end = resumes ? End.ONCE : End.FOREVER;
    if (!resumes) {
      readable = false;
      buffer.release();
    }
    return failure;
  }

  @Override
  public String toString() {
    return "FramedRead[" + source + ", " + decoder + "]";
  }
}
