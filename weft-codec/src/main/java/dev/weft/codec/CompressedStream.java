package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A byte stream that is compressed in both directions; made by {@link Compression#over}. How it
 * reads and flushes is told at {@link InflatingRead} and {@link DeflatingWrite}; a {@link Framed}
 * over it sends each message compressed.
 *
 * <p>Closing it ends the compressed data and the target, frees the memory, then closes the byte
 * stream if that is an {@link AsyncCloseable}.
 *
 * <p><em>Threads:</em> one reader and one writer at a time; they may be two tasks.
 */
public final class CompressedStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final InflatingRead reader;
  private final DeflatingWrite writer;
  private final Object io;

  CompressedStream(InflatingRead reader, DeflatingWrite writer, Object io) {
    this.reader = reader;
    this.writer = writer;
    this.io = io;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException as {@link InflatingRead#pollRead}
   */
  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return reader.pollRead(target, cx);
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return reader.pollReadable(cx);
  }

  @Override
  public void cancelRead() {
    reader.cancelRead();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException as {@link DeflatingWrite#pollWrite(ByteBuffer, Context)}
   */
  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return writer.pollWrite(source, cx);
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    return writer.pollWritable(cx);
  }

  /** {@inheritDoc} The other side can inflate all that was written then. */
  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return writer.pollFlush(cx);
  }

  /** Ends the compressed data, flushes, and ends the target. Reading goes on. */
  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return writer.pollShutdown(cx);
  }

  @Override
  public void cancelWrite() {
    writer.cancelWrite();
  }

  /** Whether memory outside of the heap is held. */
  boolean holdsMemory() {
    return reader.holdsMemory() || writer.holdsMemory();
  }

  /**
   * Ends what is written, frees the memory and closes the byte stream, the last two also if ending
   * fails.
   *
   * <p><em>Cancellation:</em> what isn't flushed is given up, and the byte stream is closed all the
   * same.
   */
  @CancelSafe(loses = "what isn't flushed", instead = "flush first")
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(Ending.of(writer), this::closeBelow);
  }

  private Future<Void> closeBelow() {
    writer.free();
    reader.free();
    return io instanceof AsyncCloseable closeable
        ? closeable.closeAsync()
        : new dev.weft.codegen.CloseFuture(() -> {});
  }

  @Override
  public String toString() {
    return "CompressedStream[" + io + "]";
  }
}
