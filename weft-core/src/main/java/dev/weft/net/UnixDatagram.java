package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A socket of datagrams between programs of the same machine: each send is one datagram, which
 * arrives whole, once and in order, or the send fails or waits.
 *
 * {@snippet class="dev.weft.snippets.UnixSnippets" region="datagram"}
 *
 * <p>The drivers {@code EPOLL} and {@code IO_URING} have such sockets; on {@code NIO}, since the
 * JDK has none, opening one fails with {@link UnsupportedOperationException}.
 *
 * <p>Binding to a path makes a file there, as for {@link UnixListener}; closing removes it.
 *
 * <p><em>Threads:</em> one task receives and one sends at a time, which may be different tasks.
 * Closing is for any task; who is waiting for the socket then fails with {@link
 * SocketClosedException}.
 */
public final class UnixDatagram implements AsyncCloseable {

  private final UnixPacketSocket socket;
  private final UnixAddress local;
  private final UnixAddress remote;
  private final @Nullable SocketFile file;

  UnixDatagram(UnixPacketSocket socket, UnixAddress local, UnixAddress remote) {
    this.socket = socket;
    this.local = local;
    this.remote = remote;
    Path path = local.path();
    this.file = path == null ? null : new SocketFile(path);
  }

  /**
   * Opens a socket at a path. It is open when the future completes, on the runtime that polls it.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param path where; the file must not exist, its folder must; at most 107 bytes
   * @return the socket, or failure with an {@link IOException} that has the path
   */
  @CancelSafe
  public static Future<UnixDatagram> bind(Path path) {
    return UnixOpening.datagram(UnixAddress.of(path), UnixAddress.unnamed());
  }

  /**
   * Opens a socket at an abstract name; see {@link UnixListener#bindAbstract}.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param name without the leading 0
   * @return the socket, or failure with an {@link IOException} that has the name
   */
  @CancelSafe
  public static Future<UnixDatagram> bindAbstract(String name) {
    return UnixOpening.datagram(UnixAddress.ofAbstract(name), UnixAddress.unnamed());
  }

  /**
   * Opens a socket that has no address: it sends, and nobody can answer.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @return the socket
   */
  @CancelSafe
  public static Future<UnixDatagram> unbound() {
    return UnixOpening.datagram(UnixAddress.unnamed(), UnixAddress.unnamed());
  }

  /**
   * Opens a socket that has no address and sends to a path.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param path where a socket of datagrams is
   * @return the socket, or failure with an {@link IOException} that has the path
   */
  @CancelSafe
  public static Future<UnixDatagram> connect(Path path) {
    return connect(UnixAddress.unnamed(), UnixAddress.of(path));
  }

  /**
   * Opens a socket at an address that sends to one other, and receives from no other.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param local where, or {@link UnixAddress#unnamed}
   * @param remote where a socket of datagrams is
   * @return the socket, or failure with an {@link IOException} that has the address
   */
  @CancelSafe
  public static Future<UnixDatagram> connect(UnixAddress local, UnixAddress remote) {
    Objects.requireNonNull(local, "local");
    return UnixOpening.datagram(local, requireNamed("remote", remote));
  }

  private static UnixAddress requireNamed(String what, UnixAddress address) {
    if (address.isUnnamed()) {
      throw new IllegalArgumentException(
          "The " + what + " has no name; accepted is a path or an abstract name.");
    }
    return address;
  }

  /**
   * The address at this end.
   *
   * @return the address, which may be unnamed
   */
  public UnixAddress localAddress() {
    return local;
  }

  /**
   * The address that it is connected to.
   *
   * @return the address, or {@code null} if it isn't connected
   */
  public @Nullable UnixAddress remoteAddress() {
    return remote.isUnnamed() ? null : remote;
  }

  /**
   * Sends a datagram to the address that the socket is connected to. It waits while the receiver's
   * queue is full.
   *
   * <p><em>Cancellation:</em> safe; a send that was cancelled while it was pending sent nothing.
   *
   * @param source all of it is one datagram, which may be empty
   * @return bytes sent, which is all; or failure with an {@link IOException} if nobody is there any
   *     more
   * @throws IllegalStateException if the socket isn't connected
   */
  @CancelSafe
  public Future<Integer> send(ByteBuffer source) {
    Objects.requireNonNull(source, "source");
    if (remote.isUnnamed()) {
      throw new IllegalStateException(
          this + " isn't connected; send with sendTo, or open it with connect.");
    }
    return new UnixSend(socket, source, "");
  }

  /**
   * Sends a datagram. It waits while the receiver's queue is full.
   *
   * <p><em>Cancellation:</em> safe; a send that was cancelled while it was pending sent nothing.
   *
   * @param source all of it is one datagram, which may be empty
   * @param target where to
   * @return bytes sent, which is all; or failure with an {@link IOException} that has the address
   * @throws IllegalStateException if the socket is connected
   */
  @CancelSafe
  public Future<Integer> sendTo(ByteBuffer source, UnixAddress target) {
    Objects.requireNonNull(source, "source");
    requireNamed("target", target);
    if (!remote.isUnnamed()) {
      throw new IllegalStateException(this + " is connected; send with send.");
    }
    return new UnixSend(socket, source, target.name());
  }

  /**
   * Sends a datagram to a path; see {@link #sendTo(ByteBuffer, UnixAddress)}.
   *
   * @param source all of it is one datagram, which may be empty
   * @param target where to
   * @return bytes sent, which is all
   */
  @CancelSafe
  public Future<Integer> sendTo(ByteBuffer source, Path target) {
    return sendTo(source, UnixAddress.of(target));
  }

  /**
   * Receives a datagram. What doesn't fit is lost.
   *
   * <p><em>Cancellation:</em> safe; a datagram that wasn't returned is still in the system's
   * buffer.
   *
   * @param target where to
   * @return its length, as far as it fitted, which may be 0
   */
  @CancelSafe
  public Future<Integer> recv(ByteBuffer target) {
    return new UnixReceive.Length(socket, Objects.requireNonNull(target, "target"));
  }

  /**
   * Receives a datagram and says who sent it. What doesn't fit is lost.
   *
   * <p><em>Cancellation:</em> safe; a datagram that wasn't returned is still in the system's
   * buffer.
   *
   * @param target where to; its position says how long the datagram is, as far as it fitted
   * @return who sent it, which may be unnamed
   */
  @CancelSafe
  public Future<UnixAddress> recvFrom(ByteBuffer target) {
    return new UnixReceive.Sender(socket, Objects.requireNonNull(target, "target"));
  }

  /**
   * Sets an option.
   *
   * @param option which
   * @param value to what
   * @param <T> type of the value
   * @throws IOException if the system refuses or the socket is closed
   * @throws UnsupportedOperationException if such sockets have no such option
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
   * @throws IOException if the socket is closed
   * @throws UnsupportedOperationException if such sockets have no such option
   */
  public <T> T option(SocketOption<T> option) throws IOException {
    return socket.option(Objects.requireNonNull(option, "option"));
  }

  /**
   * Closes the socket and removes its file. What it sent arrives all the same; what it received and
   * nobody asked for is lost.
   *
   * @return completes when the address can be bound again
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::closeNow, socket::isReleased);
  }

  private void closeNow() {
    if (file != null) {
      file.remove(); // Before the close: as long as it is open, the path is taken.
    }
    socket.close();
  }

  @Override
  public String toString() {
    return "UnixDatagram[" + local + (remote.isUnnamed() ? "" : " -> " + remote) + "]";
  }
}
