package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncWrite;
import dev.weft.stream.AsyncSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;

/**
 * A sink of buffers as a target of bytes: what is framed, compressed or copied can then go into a
 * channel, or out as the chunks of a body.
 *
 * <p>Each write is one item, a copy of what it was given, up to a size; what is longer takes
 * several writes. The sink's back-pressure is that of the target. {@link #flush} flushes the sink
 * and {@link #shutdown} closes it. A failure of the sink that is no {@link IOException} and
 * unchecked neither becomes the cause of one.
 *
 * <p><em>Cancellation:</em> a write that was pending has sent nothing.
 *
 * <p><em>Threads:</em> one writer at a time.
 *
 * {@snippet class="dev.weft.codec.snippets.StreamSnippets" region="writer"}
 */
public final class SinkWriter implements AsyncWrite, AsyncCloseable {

  /** The largest item unless set: 8 KiB. */
  public static final int DEFAULT_ITEM_BYTES = 8 << 10;

  private final AsyncSink<? super ByteBuffer> sink;
  private final int itemBytes;
  private boolean ended;

  private SinkWriter(AsyncSink<? super ByteBuffer> sink, int itemBytes) {
    this.sink = Objects.requireNonNull(sink, "sink");
    this.itemBytes = Checks.inRange(1, Checks.MAX_BYTES, itemBytes, "itemBytes");
  }

  /**
   * Writes buffers of up to 8 KiB.
   *
   * @param sink takes the buffers, each of which is its own from then on
   * @return the target
   */
  public static SinkWriter of(AsyncSink<? super ByteBuffer> sink) {
    return of(sink, DEFAULT_ITEM_BYTES);
  }

  /**
   * Writes buffers.
   *
   * @param sink takes the buffers, each of which is its own from then on
   * @param itemBytes size of the largest, from 1 to 2<sup>30</sup>
   * @return the target
   */
  public static SinkWriter of(AsyncSink<? super ByteBuffer> sink, int itemBytes) {
    return new SinkWriter(sink, itemBytes);
  }

  /**
   * Writes arrays of up to 8 KiB.
   *
   * @param sink takes the arrays, each of which is its own from then on
   * @return the target
   */
  public static SinkWriter ofArrays(AsyncSink<byte[]> sink) {
    return of(sink.<ByteBuffer>with(ByteBuffer::array));
  }

  /** A step of the sink. */
  private interface Step {
    boolean run() throws Exception;
  }

  private boolean run(Step step) throws IOException {
    try {
      return step.run();
    } catch (IOException | RuntimeException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException(sink + " failed: " + failure.getMessage(), failure);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws ClosedChannelException if this was shut down
   * @throws IOException if the sink fails
   */
  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (ended) {
      throw new ClosedChannelException();
    }
    int count = Math.min(source.remaining(), itemBytes);
    if (count == 0) {
      return 0;
    }
    if (!run(() -> sink.pollReady(cx))) {
      return PENDING;
    }
    byte[] item = new byte[count];
    source.get(source.position(), item);
    run(
        () -> {
          sink.startSend(ByteBuffer.wrap(item));
          return true;
        });
    source.position(source.position() + count);
    return count;
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    return ended || run(() -> sink.pollReady(cx));
  }

  /**
   * Flushes the sink.
   *
   * @throws IOException if the sink fails
   */
  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return run(() -> sink.pollFlush(cx));
  }

  /**
   * Flushes and closes the sink.
   *
   * @throws IOException if the sink fails
   */
  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    ended = true;
    return run(() -> sink.pollClose(cx));
  }

  @Override
  public void cancelWrite() {
    sink.cancelSend();
  }

  /**
   * Flushes and closes the sink.
   *
   * <p><em>Cancellation:</em> what the sink hasn't flushed stays in it; close again to go on.
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return shutdown();
  }

  @Override
  public String toString() {
    return "SinkWriter[" + sink + "]";
  }
}
