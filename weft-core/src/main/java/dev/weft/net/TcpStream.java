package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP connection.
 *
 * {@snippet class="dev.weft.snippets.NetSnippets" region="connect"}
 *
 * <p>{@link #shutdown} ends what this side sends, and reading goes on; {@link #close} ends both.
 * Bytes that were accepted for writing are sent in the background also after the close. Nothing is
 * buffered here, so {@link #flush} has nothing to do.
 *
 * <p><em>Cancellation:</em> see the methods of {@link AsyncRead} and {@link AsyncWrite}. Closing
 * never waits.
 *
 * <p><em>Threads:</em> one reader and one writer at a time, which may be different tasks. Closing
 * is for any task; who is waiting for the stream then fails with {@link SocketClosedException}.
 */
public final class TcpStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  /*
   * State: `parts` is WHOLE, or SPLIT with a bit for each half that was closed. The half that sets the
   * second bit closes the socket. Halves may be closed by two tasks at once, hence the atomic; `ended` is
   * for the writer alone.
   */

  private static final int WHOLE = 0;
  private static final int SPLIT = 1;
  private static final int READ_CLOSED = 2;
  private static final int WRITE_CLOSED = 4;
  private static final int BOTH_CLOSED = SPLIT | READ_CLOSED | WRITE_CLOSED;

  private final StreamSocket socket;
  private final InetSocketAddress local;
  private final InetSocketAddress remote;
  private final AtomicInteger parts = new AtomicInteger(WHOLE);
  private volatile boolean closed;
  private boolean ended;

  TcpStream(StreamSocket socket) throws IOException {
    this.socket = socket;
    this.local = socket.localAddress();
    this.remote = socket.remoteAddress();
  }

  /**
   * Connects to a host. A name is looked up on the blocking pool. If it has several addresses, they
   * are tried in the system's order, those of IPv4 and IPv6 in turn: the next one is tried when one
   * has failed, or hasn't answered for 250 ms, while the attempt goes on. The first that answers is
   * taken and the others are closed. If all fail, the failure for the first address is thrown, with
   * the others suppressed on it.
   *
   * <p><em>Cancellation:</em> closes what was half open; the other side may have seen it.
   *
   * @param host a name or an address
   * @param port from 1 to 65,535
   * @return the connection, or failure with an {@link IOException} that has the address
   */
  @CancelSafe
  public static Future<TcpStream> connect(String host, int port) {
    return connect(HostLookup.wanted(host, port));
  }

  /**
   * Connects to an address; see {@link #connect(String, int)}.
   *
   * @param remote where to; an unresolved one is looked up
   * @return the connection
   */
  @CancelSafe
  public static Future<TcpStream> connect(InetSocketAddress remote) {
    return connect(remote, TcpOptions.defaults());
  }

  /**
   * Connects to an address with options; see {@link #connect(String, int)}.
   *
   * @param remote where to; an unresolved one is looked up
   * @param options set before connecting
   * @return the connection
   */
  @CancelSafe
  public static Future<TcpStream> connect(InetSocketAddress remote, TcpOptions options) {
    return new ConnectFuture(
        Objects.requireNonNull(remote, "remote"), Objects.requireNonNull(options, "options"));
  }

  /**
   * The address at this end.
   *
   * @return what it was when the connection was made
   */
  public InetSocketAddress localAddress() {
    return local;
  }

  /**
   * The address at the other end.
   *
   * @return what it was when the connection was made
   */
  public InetSocketAddress remoteAddress() {
    return remote;
  }

  /**
   * Sets an option.
   *
   * @param option one of {@link java.net.StandardSocketOptions} or what else the system has
   * @param value to what
   * @param <T> type of the value
   * @throws IOException if the system refuses or the stream is closed
   * @throws UnsupportedOperationException if streams have no such option
   */
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    socket.setOption(
        Objects.requireNonNull(option, "option"), Objects.requireNonNull(value, "value"));
  }

  /**
   * Reads an option.
   *
   * @param option which
   * @param <T> type of the value
   * @return its value
   * @throws IOException if the stream is closed
   * @throws UnsupportedOperationException if streams have no such option
   */
  public <T> T option(SocketOption<T> option) throws IOException {
    return socket.option(Objects.requireNonNull(option, "option"));
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return socket.read(target, cx);
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return socket.isReadable(cx);
  }

  @Override
  public void cancelRead() {
    socket.cancelRead();
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return socket.write(source, cx);
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    return socket.write(sources, offset, length, cx);
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    return socket.isWritable(cx);
  }

  @Override
  public boolean pollFlush(Context cx) {
    return true;
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    if (!ended && !closed) {
      socket.shutdownOutput();
      ended = true;
    }
    return true;
  }

  @Override
  public void cancelWrite() {
    socket.cancelWrite();
  }

  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::closeNow);
  }

  private void closeNow() {
    closed = true;
    socket.close();
  }

  /**
   * Divides the stream into its two directions, for two tasks. The stream itself should then be
   * left alone, except for {@link #close}, which ends both.
   *
   * @return the halves
   * @throws IllegalStateException if it is divided already
   */
  public Halves split() {
    if (!parts.compareAndSet(WHOLE, SPLIT)) {
      throw new IllegalStateException(
          this + " is split already; reunite its halves before splitting it again.");
    }
    return new Halves(new ReadHalf(this), new WriteHalf(this));
  }

  /** Puts the stream together again. */
  TcpStream whole() {
    if (!parts.compareAndSet(SPLIT, WHOLE)) {
      throw new IllegalStateException(
          parts.get() == WHOLE
              ? this + " is whole: these halves were reunited before."
              : "A half of " + this + " is closed; only open halves can be reunited.");
    }
    return this;
  }

  void closeRead() {
    closeHalf(READ_CLOSED);
  }

  /** Sends the end of the stream. A connection that is broken has ended anyway. */
  void closeWrite() {
    if ((parts.get() & WRITE_CLOSED) == 0 && !closed) {
      try {
        socket.shutdownOutput();
      } catch (IOException broken) {
        // Nobody is left who could be told.
      }
    }
    closeHalf(WRITE_CLOSED);
  }

  private void closeHalf(int half) {
    if (parts.accumulateAndGet(half, (now, bit) -> now | bit) == BOTH_CLOSED) {
      closeNow();
    }
  }

  void requireReadOpen() throws IOException {
    requireOpen(READ_CLOSED, "reading");
  }

  void requireWriteOpen() throws IOException {
    requireOpen(WRITE_CLOSED, "writing");
  }

  private void requireOpen(int half, String direction) throws IOException {
    if ((parts.get() & half) != 0) {
      throw new SocketClosedException("The " + direction + " half of " + this + " is closed.");
    }
  }

  @Override
  public String toString() {
    return "TcpStream[" + local + " -> " + remote + "]";
  }

  /**
   * The two directions of a stream.
   *
   * @param reader what comes in
   * @param writer what goes out
   */
  public record Halves(ReadHalf reader, WriteHalf writer) {

    /**
     * Puts the stream together again; see {@link ReadHalf#reunite}.
     *
     * @return the stream that was split
     */
    public TcpStream reunite() {
      return reader.reunite(writer);
    }
  }
}
