package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A UDP socket: each send is one datagram, which arrives whole, or twice, or not at all.
 *
 * {@snippet class="dev.weft.snippets.UdpSnippets" region="serve"}
 *
 * <p>A datagram has at most 65,507 bytes over IPv4; sending more fails. A socket that is bound to
 * an address of IPv4, the wildcard {@code 0.0.0.0} included, has no business with IPv6; one that is
 * bound to {@code ::} has with both, where the system allows that.
 *
 * <p><em>Threads:</em> one task receives and one sends at a time, which may be different tasks.
 * Closing is for any task; who is waiting for the socket then fails with {@link
 * SocketClosedException}.
 */
public final class UdpSocket implements AsyncCloseable {

  private static final int MOST_AT_ONCE = 1024;

  private final PacketSocket socket;
  private final InetSocketAddress local;
  private final @Nullable InetSocketAddress remote;

  UdpSocket(PacketSocket socket, @Nullable InetSocketAddress remote) throws IOException {
    this.socket = socket;
    this.local = socket.localAddress();
    this.remote = remote;
  }

  /**
   * Opens a socket at an address. It is open when the future completes, on the runtime that polls
   * it.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param host a name or an address of this machine; a name is looked up on the blocking pool, and
   *     its first address counts
   * @param port from 0 to 65,535; 0 picks a free one
   * @return the socket, or failure with an {@link IOException} that has the address
   */
  @CancelSafe
  public static Future<UdpSocket> bind(String host, int port) {
    return bind(HostLookup.wanted(host, port), UdpOptions.defaults());
  }

  /**
   * Opens a socket at an address with options; see {@link #bind(String, int)}.
   *
   * @param local where; port 0 picks a free one
   * @param options set before binding
   * @return the socket
   */
  @CancelSafe
  public static Future<UdpSocket> bind(InetSocketAddress local, UdpOptions options) {
    return new UdpOpening(
        Objects.requireNonNull(local, "local"), false, Objects.requireNonNull(options, "options"));
  }

  /**
   * Opens a socket at a free port that sends to one address, and receives from no other. The other
   * side sees nothing of that; if nobody is there, a later receive or send fails with {@link
   * java.net.PortUnreachableException} where the system tells.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @param host a name or an address; a name is looked up on the blocking pool, and its first
   *     address counts
   * @param port from 1 to 65,535
   * @return the socket, or failure with an {@link IOException} that has the address
   */
  @CancelSafe
  public static Future<UdpSocket> connect(String host, int port) {
    return connect(HostLookup.wanted(host, port), UdpOptions.defaults());
  }

  /**
   * Opens a socket that is connected to an address, with options; see {@link #connect(String,
   * int)}.
   *
   * @param remote where to; an unresolved one is looked up
   * @param options set before binding
   * @return the socket
   */
  @CancelSafe
  public static Future<UdpSocket> connect(InetSocketAddress remote, UdpOptions options) {
    return new UdpOpening(
        Objects.requireNonNull(remote, "remote"), true, Objects.requireNonNull(options, "options"));
  }

  /**
   * The address at this end.
   *
   * @return the address, with the port that was picked
   */
  public InetSocketAddress localAddress() {
    return local;
  }

  /**
   * The address that it is connected to.
   *
   * @return the address, or {@code null} if it isn't connected
   */
  public @Nullable InetSocketAddress remoteAddress() {
    return remote;
  }

  /**
   * Sends a datagram to the address that the socket is connected to. It waits while the system's
   * buffer is full.
   *
   * <p><em>Cancellation:</em> safe; a send that was cancelled while it was pending sent nothing.
   *
   * @param source all of it is one datagram. An empty one fails with {@link
   *     UnsupportedOperationException} on the driver {@code NIO}: the JDK would drop it.
   * @return bytes sent, which is all
   * @throws IllegalStateException if the socket isn't connected
   */
  @CancelSafe
  public Future<Integer> send(ByteBuffer source) {
    Objects.requireNonNull(source, "source");
    if (remote == null) {
      throw new IllegalStateException(
          this + " isn't connected; send with sendTo, or open it with connect.");
    }
    return new UdpSend(socket, source, remote);
  }

  /**
   * Sends a datagram. It waits while the system's buffer is full.
   *
   * <p><em>Cancellation:</em> safe; a send that was cancelled while it was pending sent nothing.
   *
   * @param source all of it is one datagram, which may be empty
   * @param target where to; resolved
   * @return bytes sent, which is all
   * @throws IllegalStateException if the socket is connected to another address
   */
  @CancelSafe
  public Future<Integer> sendTo(ByteBuffer source, InetSocketAddress target) {
    Objects.requireNonNull(source, "source");
    requireTarget(target);
    return new UdpSend(socket, source, target);
  }

  private void requireTarget(InetSocketAddress target) {
    if (target.isUnresolved()) {
      throw new IllegalArgumentException(
          "The target "
              + target.getHostString()
              + ":"
              + target.getPort()
              + " is unresolved; accepted is an address, not a name.");
    }
    if (remote != null && !remote.equals(target)) {
      throw new IllegalStateException(this + " is connected and can't send to " + target + ".");
    }
  }

  /**
   * Sends datagrams in their order, each to the address in it: those that {@link #recvMany} gave go
   * back to their senders. It waits while the system's buffer is full. Linux's own drivers send up
   * to 16 by one system call.
   *
   * <p>If one is refused, the future fails with that: those before it were sent, and it and those
   * behind it weren't. The buffer of each that was sent is at its limit.
   *
   * <p><em>Cancellation:</em> what was sent is sent, which the buffers show, and the rest isn't.
   *
   * @param datagrams any number; all that remains of each one's data is one datagram. No buffer may
   *     be there twice; for many receivers of the same, {@link ByteBuffer#duplicate} it
   * @return how many, which is all
   * @throws IllegalArgumentException if an address is unresolved; then none is sent
   * @throws IllegalStateException if the socket is connected to another address than one of them;
   *     then none is sent
   */
  @CancelSafe(loses = "the count of those that were sent")
  public Future<Integer> sendMany(List<Datagram> datagrams) {
    List<InetSocketAddress> targets = datagrams.stream().map(Datagram::sender).toList();
    targets.forEach(this::requireTarget);
    return new UdpSendMany(socket, datagrams.stream().map(Datagram::data).toList(), targets);
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
    return new UdpReceive.Length(socket, Objects.requireNonNull(target, "target"));
  }

  /**
   * Receives a datagram and says who sent it. What doesn't fit is lost.
   *
   * <p><em>Cancellation:</em> safe; a datagram that wasn't returned is still in the system's
   * buffer.
   *
   * @param target where to; its position says how long the datagram is, as far as it fitted
   * @return who sent it
   */
  @CancelSafe
  public Future<InetSocketAddress> recvFrom(ByteBuffer target) {
    return new UdpReceive.Sender(socket, Objects.requireNonNull(target, "target"));
  }

  /**
   * Waits for a datagram and takes all that are there by then, each whole. Linux's own drivers take
   * up to 16 by one system call, with 1 MiB of memory per thread that does so; {@code NIO} takes
   * one after another, and the socket keeps 64 KiB for that.
   *
   * <p><em>Cancellation:</em> safe; what wasn't returned is still in the system's buffer.
   *
   * @param maxCount most datagrams, from 1 to 1,024
   * @return at least one
   */
  @CancelSafe
  public Future<List<Datagram>> recvMany(int maxCount) {
    if (maxCount < 1 || maxCount > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "maxCount is " + maxCount + "; accepted are 1 to " + MOST_AT_ONCE + ".");
    }
    return new UdpReceive.Many(socket, maxCount);
  }

  /**
   * Begins to receive what is sent to a group, at the port of this socket.
   *
   * @param group a multicast address
   * @param network on which interface
   * @throws IOException if the system refuses; the message has the group and the interface
   * @throws IllegalArgumentException if the address isn't a multicast address
   */
  public void joinMulticast(InetAddress group, NetworkInterface network) throws IOException {
    socket.join(requireMulticast(group), Objects.requireNonNull(network, "network"), null);
  }

  /**
   * Begins to receive what one sender sends to a group; for several senders call it several times.
   *
   * @param group a multicast address
   * @param network on which interface
   * @param source from whom
   * @throws IOException if the system refuses; the message has the group and the interface
   * @throws IllegalArgumentException if the address isn't a multicast address
   */
  public void joinMulticast(InetAddress group, NetworkInterface network, InetAddress source)
      throws IOException {
    socket.join(
        requireMulticast(group),
        Objects.requireNonNull(network, "network"),
        Objects.requireNonNull(source, "source"));
  }

  /**
   * Undoes {@link #joinMulticast(InetAddress, NetworkInterface)}.
   *
   * @param group a multicast address
   * @param network on which interface
   * @return whether the socket was a member
   */
  public boolean leaveMulticast(InetAddress group, NetworkInterface network) {
    return socket.leave(requireMulticast(group), Objects.requireNonNull(network, "network"), null);
  }

  /**
   * Undoes {@link #joinMulticast(InetAddress, NetworkInterface, InetAddress)}.
   *
   * @param group a multicast address
   * @param network on which interface
   * @param source from whom
   * @return whether the socket was a member
   */
  public boolean leaveMulticast(InetAddress group, NetworkInterface network, InetAddress source) {
    return socket.leave(
        requireMulticast(group),
        Objects.requireNonNull(network, "network"),
        Objects.requireNonNull(source, "source"));
  }

  private static InetAddress requireMulticast(InetAddress group) {
    if (!group.isMulticastAddress()) {
      throw new IllegalArgumentException(
          "The group "
              + group.getHostAddress()
              + " isn't a multicast address; accepted are 224.0.0.0 to 239.255.255.255 and ff00::/8.");
    }
    return group;
  }

  /**
   * Sets an option.
   *
   * @param option one of {@link java.net.StandardSocketOptions} or what else the system has
   * @param value to what
   * @param <T> type of the value
   * @throws IOException if the system refuses or the socket is closed
   * @throws UnsupportedOperationException if UDP sockets have no such option
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
   * @throws UnsupportedOperationException if UDP sockets have no such option
   */
  public <T> T option(SocketOption<T> option) throws IOException {
    return socket.option(Objects.requireNonNull(option, "option"));
  }

  /**
   * Closes the socket.
   *
   * @return completes when the address can be bound again
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(socket::close, socket::isReleased);
  }

  @Override
  public String toString() {
    return "UdpSocket[" + local + (remote == null ? "" : " -> " + remote) + "]";
  }
}
