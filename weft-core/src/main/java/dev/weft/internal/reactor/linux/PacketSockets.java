package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.SocketErrors;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maker of UDP sockets. */
final class PacketSockets {

  private static final int SOCK_DGRAM = 2;
  private static final int IPPROTO_UDP = 17;
  private static final int IPPROTO_IPV6 = 41;
  private static final int IPV6_V6ONLY = 26;

  private PacketSockets() {}

  static PacketSocket open(
      Kernel kernel,
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    // Of the address, since a socket of IPv6 doesn't receive for groups of IPv4 everywhere.
    int family =
        local.getAddress() instanceof Inet6Address ? Addresses.AF_INET6 : Addresses.AF_INET;
    int fd = kernel.socket(family, SOCK_DGRAM, IPPROTO_UDP);
    check(local, fd);
    SocketKind kind = family == Addresses.AF_INET6 ? SocketKind.UDP_6 : SocketKind.UDP_4;
    var tie = new Tie(kernel, fd, "The UDP socket on " + SocketErrors.text(local), kind);
    try {
      var socket = new LinuxSocket(kernel, tie, local);
      var setting = new PacketOptions(socket, kind);
      for (Map.Entry<SocketOption<?>, Object> option : options.entrySet()) {
        setting.set(option.getKey(), option.getValue());
      }
      if (kind == SocketKind.UDP_6) {
        socket.setNumber(IPPROTO_IPV6, IPV6_V6ONLY, 0);
      }
      CallMemory memory = CallMemory.ofThread();
      int length = Addresses.write(local, family, memory.small);
      check(local, kernel.bind(fd, memory.small.address(), length));
      if (remote != null) {
        length = Addresses.write(remote, family, memory.small);
        check(remote, kernel.connect(fd, memory.small.address(), length));
      }
      return new LinuxUdp(kernel, fd, kind, socket.localAddress(), remote).kept(cx);
    } catch (Throwable failure) {
      tie.close();
      throw failure;
    }
  }

  private static void check(InetSocketAddress address, int answer) throws IOException {
    if (answer < 0) {
      throw SocketErrors.at(address, Errno.failure(-answer));
    }
  }
}
