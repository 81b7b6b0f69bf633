package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A byte stream in both directions as a stream of frames that come and a sink of items that go; see
 * {@link FramedRead} and {@link FramedWrite}.
 *
 * <p>Closing it flushes and ends the target, then closes the byte stream if that is an {@link
 * AsyncCloseable}. To end only what goes out, close the {@link #writer}.
 *
 * <p><em>Threads:</em> one consumer and one producer at a time; they may be two tasks, with {@link
 * #reader} and {@link #writer}.
 *
 * {@snippet class="dev.weft.codec.snippets.FramedSnippets" region="echo"}
 *
 * @param <D> type of the frames that come
 * @param <E> type of the items that go
 */
public final class Framed<D, E> implements AsyncStream<D>, AsyncSink<E>, AsyncCloseable {

  private final FramedRead<D> reader;
  private final FramedWrite<E> writer;
  private final Object io;

  private Framed(FramedRead<D> reader, FramedWrite<E> writer, Object io) {
    this.reader = reader;
    this.writer = writer;
    this.io = io;
  }

  /**
   * Frames over a byte stream, with the usual buffer sizes.
   *
   * @param io the byte stream, both directions
   * @param codec what frames look like
   * @param <S> type of the byte stream
   * @param <D> type of the frames that come
   * @param <E> type of the items that go
   * @return the framed stream
   */
  public static <S extends AsyncRead & AsyncWrite, D, E> Framed<D, E> of(S io, Codec<D, E> codec) {
    return of(io, codec, FramedOptions.DEFAULT);
  }

  /**
   * Frames over a byte stream.
   *
   * @param io the byte stream, both directions
   * @param codec what frames look like
   * @param options sizes of the buffers
   * @param <S> type of the byte stream
   * @param <D> type of the frames that come
   * @param <E> type of the items that go
   * @return the framed stream
   */
  public static <S extends AsyncRead & AsyncWrite, D, E> Framed<D, E> of(
      S io, Codec<D, E> codec, FramedOptions options) {
    Objects.requireNonNull(io, "io");
    return new Framed<>(FramedRead.of(io, codec, options), FramedWrite.of(io, codec, options), io);
  }

  /**
   * The half that reads, for a task of its own.
   *
   * @return the same each time
   */
  public FramedRead<D> reader() {
    return reader;
  }

  /**
   * The half that writes, for a task of its own.
   *
   * @return the same each time
   */
  public FramedWrite<E> writer() {
    return writer;
  }

  /**
   * Looks for the next frame, see {@link FramedRead#pollNext}.
   *
   * @throws IOException if the source is broken, ended inside a frame, or what it gave is no frame
   */
  @Override
  public @Nullable Object pollNext(Context cx) throws IOException {
    return reader.pollNext(cx);
  }

  @Override
  public boolean cancelNext() {
    return reader.cancelNext();
  }

  /**
   * Makes room for one item, see {@link FramedWrite#pollReady}.
   *
   * @throws IOException if the target is broken or closed
   */
  @Override
  public boolean pollReady(Context cx) throws IOException {
    return writer.pollReady(cx);
  }

  /**
   * Encodes an item, see {@link FramedWrite#startSend}.
   *
   * @throws IOException if the item can't be encoded
   */
  @Override
  public void startSend(E item) throws IOException {
    writer.startSend(item);
  }

  /**
   * Writes all that waits, see {@link FramedWrite#pollFlush}.
   *
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return writer.pollFlush(cx);
  }

  /**
   * Ends the target, see {@link FramedWrite#pollClose}. Reading goes on.
   *
   * @throws IOException if the target is broken
   */
  @Override
  public boolean pollClose(Context cx) throws IOException {
    return writer.pollClose(cx);
  }

  /**
   * Gives the memory of empty buffers back, see {@link FramedRead#trim} and {@link
   * FramedWrite#trim}.
   */
  public void trim() {
    reader.trim();
    writer.trim();
  }

  /**
   * What the buffers hold now.
   *
   * @return bytes of memory, used or not
   */
  public int bufferBytes() {
    return reader.capacity() + writer.capacity();
  }

  @Override
  public void cancelSend() {
    writer.cancelSend();
  }

  /**
   * Flushes, ends the target and closes the byte stream, the last also if flushing fails.
   *
   * <p><em>Cancellation:</em> what waits is given up, and the byte stream is closed all the same.
   */
  @CancelSafe(loses = "the frames that wait to be written", instead = "flush first")
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(
        Ending.of(writer), io instanceof AsyncCloseable closeable ? closeable : null);
  }

  @Override
  public String toString() {
    return "Framed[" + io + "]";
  }
}
