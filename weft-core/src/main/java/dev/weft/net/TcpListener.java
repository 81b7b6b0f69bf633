package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes TCP connections. It is a stream of them, too, which ends when the listener is closed.
 *
 * {@snippet class="dev.weft.snippets.NetSnippets" region="listen"}
 *
 * <p>A shortage of file descriptors doesn't end it: accepting pauses, 10 ms at first and up to a
 * second, while the connections wait in the system's queue, and a line in the log says so.
 *
 * <p><em>Threads:</em> one task accepts at a time. Closing is for any task.
 */
public final class TcpListener implements AsyncStream<TcpStream>, AsyncCloseable {

  private final ListenSocket socket;
  private final InetSocketAddress local;
  private final Map<SocketOption<?>, Object> accepted;
  private final AcceptLoop<TcpStream> accepting;

  TcpListener(ListenSocket socket, TcpOptions options) throws IOException {
    this.socket = socket;
    this.local = socket.localAddress();
    this.accepted = options.ofAccepted();
    this.accepting = new AcceptLoop<>(socket, local, this::streamOf);
  }

  /**
   * Starts to listen. The socket is open when the future completes, on the runtime that polls it.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param host a name or an address of this machine; a name is looked up on the blocking pool, and
   *     its first address counts
   * @param port from 0 to 65,535; 0 picks a free one
   * @return the listener, or failure with an {@link IOException} that has the address
   */
  @CancelSafe
  public static Future<TcpListener> bind(String host, int port) {
    return bind(HostLookup.wanted(host, port));
  }

  /**
   * Starts to listen on an address; see {@link #bind(String, int)}.
   *
   * @param local where; port 0 picks a free one
   * @return the listener
   */
  @CancelSafe
  public static Future<TcpListener> bind(InetSocketAddress local) {
    return bind(local, TcpOptions.defaults());
  }

  /**
   * Starts to listen with options; see {@link #bind(String, int)}.
   *
   * @param local where; port 0 picks a free one
   * @param options for the listener and for the connections that it takes
   * @return the listener
   */
  @CancelSafe
  public static Future<TcpListener> bind(InetSocketAddress local, TcpOptions options) {
    return new BindFuture(
        Objects.requireNonNull(local, "local"), Objects.requireNonNull(options, "options"));
  }

  /**
   * Where it listens.
   *
   * @return the address, with the port that was picked
   */
  public InetSocketAddress localAddress() {
    return local;
  }

  /**
   * Takes the next connection.
   *
   * <p><em>Cancellation:</em> safe; a connection that wasn't returned is returned by the next call.
   *
   * @return the connection, or failure with {@link SocketClosedException} if the listener is closed
   */
  @CancelSafe
  public Future<TcpStream> accept() {
    return accepting.next(this);
  }

  /** {@inheritDoc} The end comes when the listener is closed. */
  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    return accepting.pollNext(cx);
  }

  @Override
  public boolean cancelNext() {
    accepting.cancel();
    return true;
  }

  private TcpStream streamOf(StreamSocket connection) throws IOException {
    for (Map.Entry<SocketOption<?>, Object> option : accepted.entrySet()) {
      set(connection, option.getKey(), option.getValue());
    }
    return new TcpStream(connection);
  }

  private static <T> void set(StreamSocket connection, SocketOption<T> option, Object value)
      throws IOException {
    connection.setOption(option, option.type().cast(value));
  }

  /**
   * Stops listening. Connections that wait in the system's queue are refused by it; those that were
   * accepted go on.
   *
   * @return completes when the address can be bound again
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(accepting::close, socket::isReleased);
  }

  @Override
  public String toString() {
    return "TcpListener[" + local + "]";
  }
}
