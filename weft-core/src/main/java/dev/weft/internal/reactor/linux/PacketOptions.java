package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options that a UDP socket has beyond those of sockets of all kinds. */
final class PacketOptions {

  /*
   * A socket of IPv6 has each of these twice: once for its own datagrams and once for those to addresses
   * of IPv4. Both are set; the one for IPv6 is read.
   */

  private static final int IPPROTO_IP = 0;
  private static final int IPPROTO_IPV6 = 41;
  private static final int IP_TOS = 1;
  private static final int IP_MULTICAST_IF = 32;
  private static final int IP_MULTICAST_TTL = 33;
  private static final int IP_MULTICAST_LOOP = 34;
  private static final int IPV6_MULTICAST_IF = 17;
  private static final int IPV6_MULTICAST_HOPS = 18;
  private static final int IPV6_MULTICAST_LOOP = 19;
  private static final int IPV6_TCLASS = 67;
  private static final int MOST = 255;

  private final LinuxSocket socket;
  private final boolean six;

  PacketOptions(LinuxSocket socket, SocketKind kind) {
    this.socket = socket;
    this.six = kind == SocketKind.UDP_6;
  }

  void set(SocketOption<?> option, @Nullable Object value) throws IOException {
    Object given = option.type().cast(value);
    Objects.requireNonNull(given, option.name());
    switch (option.name()) {
      case "IP_TOS" -> set(IP_TOS, IPV6_TCLASS, inRange(option, (Integer) given));
      case "IP_MULTICAST_TTL" ->
          set(IP_MULTICAST_TTL, IPV6_MULTICAST_HOPS, inRange(option, (Integer) given));
      case "IP_MULTICAST_LOOP" ->
          set(IP_MULTICAST_LOOP, IPV6_MULTICAST_LOOP, (Boolean) given ? 1 : 0);
      case "IP_MULTICAST_IF" -> setNetwork((NetworkInterface) given);
      default -> socket.setOption(option, given);
    }
  }

  @SuppressWarnings("NullAway") // no interface is null, as with the JDK
  <T> T get(SocketOption<T> option) throws IOException {
    Object value =
        switch (option.name()) {
          case "IP_TOS" -> get(IP_TOS, IPV6_TCLASS);
          case "IP_MULTICAST_TTL" -> get(IP_MULTICAST_TTL, IPV6_MULTICAST_HOPS);
          case "IP_MULTICAST_LOOP" -> get(IP_MULTICAST_LOOP, IPV6_MULTICAST_LOOP) != 0;
          case "IP_MULTICAST_IF" -> network();
          default -> socket.option(option);
        };
    return option.type().cast(value);
  }

  private static int inRange(SocketOption<?> option, int value) {
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException(
          "'" + option + "' is " + value + "; accepted are 0 to " + MOST + ".");
    }
    return value;
  }

  private void set(int four, int six, int value) throws IOException {
    socket.setNumber(IPPROTO_IP, four, value);
    if (this.six) {
      socket.setNumber(IPPROTO_IPV6, six, value);
    }
  }

  private int get(int four, int six) throws IOException {
    return this.six ? socket.number(IPPROTO_IPV6, six) : socket.number(IPPROTO_IP, four);
  }

  private void setNetwork(NetworkInterface chosen) throws IOException {
    // struct ip_mreqn: a group, an address of the interface, its number
    MemorySegment memory = CallMemory.ofThread().small.fill((byte) 0);
    for (InetAddress address : chosen.inetAddresses().toList()) {
      if (address instanceof Inet4Address) {
        MemorySegment.copy(
            address.getAddress(), 0, memory, ValueLayout.JAVA_BYTE, Integer.BYTES, Integer.BYTES);
      }
    }
    memory.set(ValueLayout.JAVA_INT, 2L * Integer.BYTES, chosen.getIndex());
    socket.setWritten(IPPROTO_IP, IP_MULTICAST_IF, 3 * Integer.BYTES);
    if (six) {
      socket.setNumber(IPPROTO_IPV6, IPV6_MULTICAST_IF, chosen.getIndex());
    }
  }

  private @Nullable NetworkInterface network() throws IOException {
    if (six) {
      int number = socket.number(IPPROTO_IPV6, IPV6_MULTICAST_IF);
      return number == 0 ? null : NetworkInterface.getByIndex(number);
    }
    byte[] address =
        socket
            .read(IPPROTO_IP, IP_MULTICAST_IF, Integer.BYTES)
            .asSlice(0, Integer.BYTES)
            .toArray(ValueLayout.JAVA_BYTE);
    InetAddress host = InetAddress.getByAddress(address);
    return host.isAnyLocalAddress() ? null : NetworkInterface.getByInetAddress(host);
  }
}
