package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/** Addresses as Linux has them in memory: {@code sockaddr_in} and {@code sockaddr_in6}. */
final class Addresses {

  static final int AF_INET = 2;
  static final int AF_INET6 = 10;

  /** Room for either kind. */
  static final int MOST_BYTES = 28;

  private static final int IN_BYTES = 16;
  private static final int IN6_BYTES = 28;
  private static final int PORT = 2;
  private static final int IN_ADDRESS = 4;
  private static final int IN6_ADDRESS = 8;
  private static final int IN6_SCOPE = 24;
  private static final int IN_ADDRESS_BYTES = 4;
  private static final int IN6_ADDRESS_BYTES = 16;
  private static final int MAPPED_MARK = 10; // two bytes of ones before an IPv4 address

  private static final ValueLayout.OfShort HOST_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfShort NETWORK_SHORT =
      HOST_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt HOST_INT = ValueLayout.JAVA_INT_UNALIGNED;

  private Addresses() {}

  /**
   * Writes an address.
   *
   * @param family of the socket; an IPv4 address is mapped into IPv6 if need be, and its wildcard
   *     becomes that of both
   * @return its length in bytes
   */
  static int write(InetSocketAddress address, int family, MemorySegment memory) {
    memory.asSlice(0, MOST_BYTES).fill((byte) 0);
    memory.set(HOST_SHORT, 0, (short) family);
    memory.set(NETWORK_SHORT, PORT, (short) address.getPort());
    InetAddress host = address.getAddress();
    byte[] bytes = host.getAddress();
    if (family == AF_INET) {
      copy(bytes, memory, IN_ADDRESS);
      return IN_BYTES;
    }
    if (bytes.length == IN6_ADDRESS_BYTES) {
      copy(bytes, memory, IN6_ADDRESS);
      memory.set(HOST_INT, IN6_SCOPE, ((Inet6Address) host).getScopeId());
    } else if (!host.isAnyLocalAddress()) {
      memory.set(HOST_SHORT, IN6_ADDRESS + MAPPED_MARK, (short) -1);
      copy(bytes, memory, IN6_ADDRESS + IN6_ADDRESS_BYTES - IN_ADDRESS_BYTES);
    }
    return IN6_BYTES;
  }

  /** Reads an address; one that is mapped into IPv6 becomes an IPv4 address. */
  static InetSocketAddress read(MemorySegment memory) {
    int family = memory.get(HOST_SHORT, 0);
    int port = Short.toUnsignedInt(memory.get(NETWORK_SHORT, PORT));
    try {
      return new InetSocketAddress(
          family == AF_INET
              ? InetAddress.getByAddress(bytes(memory, IN_ADDRESS, IN_ADDRESS_BYTES))
              : readIn6(memory),
          port);
    } catch (UnknownHostException impossible) {
      throw new AssertionError("4 or 16 bytes are an address", impossible);
    }
  }

  private static InetAddress readIn6(MemorySegment memory) throws UnknownHostException {
    byte[] bytes = bytes(memory, IN6_ADDRESS, IN6_ADDRESS_BYTES);
    int scope = memory.get(HOST_INT, IN6_SCOPE);
    return scope == 0
        ? InetAddress.getByAddress(bytes)
        : Inet6Address.getByAddress(null, bytes, scope);
  }

  private static void copy(byte[] bytes, MemorySegment memory, long offset) {
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
  }

  private static byte[] bytes(MemorySegment memory, long offset, int length) {
    return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }
}
