package dev.weft.kv.yamux;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose first bytes can be looked at before they are read.
 *
 * <p><em>Threads:</em> as for the connection; looking counts as reading.
 *
 * @param <T> type of the connection
 */
public final class Prefixed<T extends AsyncRead & AsyncWrite & AsyncCloseable>
    implements AsyncRead, AsyncWrite, AsyncCloseable {

  /** The answer "not yet" of {@link #pollPeek} and of the polls of reads and writes. */
  public static final int PENDING = AsyncRead.PENDING;

  /** The most that can be looked at: 64 bytes. */
  public static final int MAX_PEEK = 64;

  /*
   * State: `prefix` holds [position, limit) that was looked at and not read yet; reads are served from it
   * first. It belongs to the reader, and is given up when it has been read. `ended` remembers that the
   * connection ended while it was looked at.
   */

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final T connection;
  private ByteBuffer prefix = NONE;
  private boolean ended;

  private Prefixed(T connection) {
    this.connection = Objects.requireNonNull(connection, "connection");
  }

  /**
   * Wraps a connection.
   *
   * @param connection used only through the result from now on
   * @param <T> type of the connection
   * @return the same connection with the ability to look ahead
   */
  public static <T extends AsyncRead & AsyncWrite & AsyncCloseable> Prefixed<T> of(T connection) {
    return new Prefixed<>(connection);
  }

  /**
   * The connection inside.
   *
   * @return what was wrapped; reading from it skips what was looked at
   */
  public T inner() {
    return connection;
  }

  /**
   * What was looked at and not read.
   *
   * @return a read-only view
   */
  public ByteBuffer peeked() {
    return prefix.asReadOnlyBuffer();
  }

  /**
   * Looks until so many bytes are there.
   *
   * <p><em>Cancellation:</em> safe; nothing is lost.
   *
   * @param count from 0 to {@link #MAX_PEEK}
   * @return the bytes that are there, less than asked for only if the connection has ended
   */
  public Future<ByteBuffer> peek(int count) {
    if (count < 0 || count > MAX_PEEK) {
      throw new IllegalArgumentException(
          "count is " + count + "; accepted is 0 to " + MAX_PEEK + ".");
    }
    return new Peek(this, count);
  }

  /**
   * Looks until so many bytes are there, without waiting.
   *
   * @param count from 0 to {@link #MAX_PEEK}
   * @param cx whom to wake
   * @return how many are there, {@code count} or more; {@link #EOF} if the connection ended before;
   *     or {@link #PENDING}
   * @throws IOException if the connection is broken
   */
  int pollPeek(int count, Context cx) throws IOException {
    while (prefix.remaining() < count) {
      if (ended) {
        return EOF;
      }
      var more = ByteBuffer.allocate(count);
      more.put(prefix.duplicate());
      int read = connection.pollRead(more, cx);
      if (read == PENDING) {
        return PENDING;
      }
      if (read == EOF) {
        ended = true;
      } else {
        prefix = more.flip();
      }
    }
    return prefix.remaining();
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!prefix.hasRemaining()) {
      return ended && target.hasRemaining() ? EOF : connection.pollRead(target, cx);
    }
    int count = Math.min(prefix.remaining(), target.remaining());
    target.put(prefix.slice(prefix.position(), count));
    prefix.position(prefix.position() + count);
    if (!prefix.hasRemaining()) {
      prefix = NONE;
    }
    return count;
  }

  @Override
  public void cancelRead() {
    connection.cancelRead();
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return connection.pollWrite(source, cx);
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    return connection.pollWrite(sources, offset, length, cx);
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return connection.pollFlush(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return connection.pollShutdown(cx);
  }

  @Override
  public void cancelWrite() {
    connection.cancelWrite();
  }

  @Override
  public Future<Void> closeAsync() {
    return connection.closeAsync();
  }

  @Override
  public String toString() {
    return connection.toString();
  }

  private static final class Peek extends LeafFuture<ByteBuffer> {

    private final Prefixed<?> source;
    private final int count;

    Peek(Prefixed<?> source, int count) {
      this.source = source;
      this.count = count;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      return source.pollPeek(count, cx) == Prefixed.PENDING ? LeafFuture.PENDING : source.peeked();
    }

    @Override
    protected boolean cancelLeaf() {
      source.cancelRead();
      return true;
    }
  }
}
