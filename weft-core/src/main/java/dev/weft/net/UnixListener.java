package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.ListenSocket;
import dev.weft.stream.AsyncStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections from programs of the same machine, at a path. It is a stream of them, too,
 * which ends when the listener is closed.
 *
 * {@snippet class="dev.weft.snippets.UnixSnippets" region="listen"}
 *
 * <p>Binding makes a file at the path, whose permissions and folder say who may connect. Closing
 * removes it, unless another file has taken its place. The file of a server that was killed stays,
 * and binding fails with {@link java.net.BindException} until somebody removes it.
 *
 * <p>A shortage of file descriptors is handled as by {@link TcpListener}.
 *
 * <p><em>Threads:</em> one task accepts at a time. Closing is for any task.
 */
public final class UnixListener implements AsyncStream<UnixStream>, AsyncCloseable {

  private final ListenSocket socket;
  private final String name;
  private final @Nullable SocketFile file;
  private final AcceptLoop<UnixStream> accepting;

  UnixListener(ListenSocket socket, String name) {
    this.socket = socket;
    this.name = name;
    this.file = UnixNames.isAbstract(name) ? null : new SocketFile(Path.of(name));
    this.accepting =
        new AcceptLoop<>(socket, name(), connection -> new UnixStream(connection, name));
  }

  /**
   * Starts to listen, with room for 1,024 connections that wait to be accepted. The socket is open
   * when the future completes, on the runtime that polls it.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param path where; the file must not exist, its folder must. The limit is 107 bytes on Linux's
   *     own drivers; on {@code NIO} it is 106, and 102 on macOS.
   * @return the listener, or failure with an {@link java.io.IOException} that has the path
   */
  @CancelSafe
  public static Future<UnixListener> bind(Path path) {
    return UnixOpening.listener(UnixNames.ofPath(path));
  }

  /**
   * Starts to listen at an abstract name, which only Linux has: no file is made, and nothing is
   * left when the listener is closed.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param name without the leading 0
   * @return the listener, or failure with {@link UnsupportedOperationException} if the runtime's
   *     driver has no abstract names; the JDK's own ({@code NIO}) hasn't
   */
  @CancelSafe
  public static Future<UnixListener> bindAbstract(String name) {
    return UnixOpening.listener(UnixNames.ofAbstract(name));
  }

  /**
   * Where it listens.
   *
   * @return the path, or {@code @} and the abstract name
   */
  public String name() {
    return UnixNames.text(name);
  }

  /**
   * Takes the next connection.
   *
   * <p><em>Cancellation:</em> safe; a connection that wasn't returned is returned by the next call.
   *
   * @return the connection, or failure with {@link SocketClosedException} if the listener is closed
   */
  @CancelSafe
  public Future<UnixStream> accept() {
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

  /**
   * Stops listening and removes the file. Connections that wait to be accepted end; those that were
   * accepted go on.
   *
   * @return completes when the socket is closed
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::closeNow, socket::isReleased);
  }

  private void closeNow() {
    if (file != null) {
      file.remove(); // Before the close: as long as it listens, the path is taken.
    }
    accepting.close();
  }

  @Override
  public String toString() {
    return "UnixListener[" + name() + "]";
  }
}
