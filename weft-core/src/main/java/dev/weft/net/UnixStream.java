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
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A connection to a program of the same machine.
 *
 * {@snippet class="dev.weft.snippets.UnixSnippets" region="connect"}
 *
 * <p>It behaves as {@link TcpStream} does: {@link #shutdown} ends what this side sends, {@link
 * #close} ends both directions, and nothing is buffered here. {@link dev.weft.io.Io#split} divides
 * it into two halves.
 *
 * <p>Who is at the other end: {@code option(jdk.net.ExtendedSocketOptions.SO_PEERCRED)}, where the
 * system tells.
 *
 * <p><em>Cancellation:</em> see the methods of {@link AsyncRead} and {@link AsyncWrite}. Closing
 * never waits.
 *
 * <p><em>Threads:</em> one reader and one writer at a time, which may be different tasks. Closing
 * is for any task; who is waiting for the stream then fails with {@link SocketClosedException}.
 */
public final class UnixStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final StreamSocket socket;
  private final String name;
  private volatile boolean closed;
  private boolean ended; // for the writer alone

  UnixStream(StreamSocket socket, String name) {
    this.socket = socket;
    this.name = name;
  }

  /**
   * Connects to a listener. If its queue of connections is full, the system refuses at once.
   *
   * <p><em>Cancellation:</em> closes what was half open.
   *
   * @param path where it listens
   * @return the connection, or failure with an {@link IOException} that has the path
   */
  @CancelSafe
  public static Future<UnixStream> connect(Path path) {
    return UnixOpening.stream(UnixNames.ofPath(path));
  }

  /**
   * Connects to a listener with an abstract name; see {@link UnixListener#bindAbstract}.
   *
   * <p><em>Cancellation:</em> closes what was half open.
   *
   * @param name without the leading 0
   * @return the connection, or failure with {@link UnsupportedOperationException} if the runtime's
   *     driver has no abstract names
   */
  @CancelSafe
  public static Future<UnixStream> connectAbstract(String name) {
    return UnixOpening.stream(UnixNames.ofAbstract(name));
  }

  /**
   * Where the listener of this connection is; the same at both ends.
   *
   * @return the path, or {@code @} and the abstract name
   */
  public String name() {
    return UnixNames.text(name);
  }

  /**
   * Sets an option.
   *
   * @param option which
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

  @Override
  public String toString() {
    return "UnixStream[" + name() + "]";
  }
}
