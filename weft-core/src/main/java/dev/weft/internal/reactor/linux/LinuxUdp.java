package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.SocketErrors;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A UDP socket on system calls. */
final class LinuxUdp extends LinuxPackets<InetSocketAddress> implements PacketSocket {

  private final int family;
  private final InetSocketAddress local;
  private final @Nullable InetSocketAddress remote;
  private final LinuxSocket socket;
  private final PacketOptions options;
  private final Set<Membership> joined = ConcurrentHashMap.newKeySet();

  /**
   * Creates a socket on a descriptor, which it owns.
   *
   * @param fd in non-blocking mode and bound
   * @param kind of the socket
   * @param local where it is bound
   * @param remote the address that it is connected to; {@code null} if it isn't
   */
  LinuxUdp(
      Kernel kernel,
      int fd,
      SocketKind kind,
      InetSocketAddress local,
      @Nullable InetSocketAddress remote) {
    super(kernel, fd, kind);
    this.family = kind == SocketKind.UDP_6 ? Addresses.AF_INET6 : Addresses.AF_INET;
    this.local = local;
    this.remote = remote;
    this.socket = new LinuxSocket(kernel, tie, local);
    this.options = new PacketOptions(socket, kind);
  }

  /** This socket, known to a driver that closes it with the runtime, even if nobody ever waits. */
  LinuxUdp kept(Context cx) {
    tie.keep(cx);
    return this;
  }

  @Override
  int write(InetSocketAddress target, MemorySegment memory) throws IOException {
    if (remote != null) {
      return 0;
    }
    if (family == Addresses.AF_INET && target.getAddress() instanceof Inet6Address) {
      throw SocketErrors.wrongFamily(target);
    }
    return Addresses.write(target, family, memory);
  }

  @Override
  boolean isTold(InetSocketAddress target) {
    return true;
  }

  @Override
  InetSocketAddress read(MemorySegment memory, int length) {
    return Addresses.read(memory);
  }

  @Override
  IOException failedToReceive(int error) {
    return failed(error, remote == null ? local : remote);
  }

  @Override
  IOException failedToSend(int error, InetSocketAddress target) {
    return failed(error, target);
  }

  /** A refusal says that an earlier datagram found nobody at its port. */
  private static IOException failed(int error, InetSocketAddress place) {
    IOException failure = Errno.failure(error);
    return SocketErrors.at(
        place,
        failure instanceof ConnectException
            ? new PortUnreachableException(failure.getMessage())
            : failure);
  }

  @Override
  public void join(InetAddress group, NetworkInterface network, @Nullable InetAddress source)
      throws IOException {
    var membership = new Membership(group, network, source);
    if (joined.contains(membership)) {
      return;
    }
    try {
      membership.begin(socket);
    } catch (SocketException failure) { // not that the socket is closed
      Throwable reason = failure.getCause(); // without the socket's own address
      throw SocketErrors.ofGroup(group, network, reason == null ? failure : reason);
    }
    joined.add(membership);
  }

  @Override
  public boolean leave(InetAddress group, NetworkInterface network, @Nullable InetAddress source) {
    var membership = new Membership(group, network, source);
    return joined.remove(membership) && membership.end(socket);
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    return socket.localAddress();
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    options.set(option, value);
  }

  @Override
  public <T> T option(SocketOption<T> option) throws IOException {
    return options.get(option);
  }

  @Override
  public String toString() {
    return "The UDP socket on " + SocketErrors.text(local);
  }
}
