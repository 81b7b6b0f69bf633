package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import org.jspecify.annotations.Nullable;

/**
 * A socket's membership in a multicast group: {@code group_req} or {@code group_source_req}.
 *
 * @param group a multicast address
 * @param network on which interface
 * @param source from whom only; {@code null} for anybody
 */
record Membership(InetAddress group, NetworkInterface network, @Nullable InetAddress source) {

  private static final int IPPROTO_IP = 0;
  private static final int IPPROTO_IPV6 = 41;
  private static final int JOIN_GROUP = 42;
  private static final int LEAVE_GROUP = 45;
  private static final int JOIN_SOURCE_GROUP = 46;
  private static final int LEAVE_SOURCE_GROUP = 47;
  private static final int GROUP = 8; // behind the interface and what aligns
  private static final int ADDRESS_BYTES = 128;

  void begin(LinuxSocket socket) throws IOException {
    set(socket, source == null ? JOIN_GROUP : JOIN_SOURCE_GROUP);
  }

  /** Ends it; false if the socket is closed, which has ended it. */
  boolean end(LinuxSocket socket) {
    try {
      set(socket, source == null ? LEAVE_GROUP : LEAVE_SOURCE_GROUP);
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  private void set(LinuxSocket socket, int name) throws IOException {
    MemorySegment memory = CallMemory.ofThread().small.fill((byte) 0);
    memory.set(ValueLayout.JAVA_INT, 0, network.getIndex());
    write(group, memory.asSlice(GROUP));
    int length = GROUP + ADDRESS_BYTES;
    if (source != null) {
      write(source, memory.asSlice(length));
      length += ADDRESS_BYTES;
    }
    socket.setWritten(group instanceof Inet6Address ? IPPROTO_IPV6 : IPPROTO_IP, name, length);
  }

  private static void write(InetAddress host, MemorySegment memory) {
    int family = host instanceof Inet6Address ? Addresses.AF_INET6 : Addresses.AF_INET;
    Addresses.write(new InetSocketAddress(host, 0), family, memory);
  }
}
