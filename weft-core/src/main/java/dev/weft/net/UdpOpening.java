package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.PacketSocket;
import dev.weft.spi.TaskContext;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt to open a UDP socket, bound to an address or connected to one. */
final class UdpOpening extends LeafFuture<UdpSocket> {

  private static final int ADDRESS_BYTES_4 = 4;
  private static final int ADDRESS_BYTES_6 = 16;

  private final InetSocketAddress wanted;
  private final boolean connected;
  private final UdpOptions options;
  private final HostLookup lookup;

  /**
   * Creates the attempt.
   *
   * @param wanted the address to look up
   * @param connected whether it is the other end's
   */
  UdpOpening(InetSocketAddress wanted, boolean connected, UdpOptions options) {
    this.wanted = wanted;
    this.connected = connected;
    this.options = options;
    this.lookup = new HostLookup(wanted);
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    List<InetSocketAddress> found = lookup.poll(cx);
    if (found == null) {
      return PENDING;
    }
    InetSocketAddress address = found.getFirst();
    if (connected && address.getPort() == 0) { // some systems would take it, and nothing arrive
      throw new SocketException(
          wanted.getHostString()
              + ":0: a datagram can't be sent to port 0; accepted are 1 to 65535");
    }
    InetSocketAddress remote = connected ? address : null;
    InetSocketAddress local = connected ? anyOfSameFamily(address) : address;
    PacketSocket socket =
        TaskContext.services(cx).sockets().openPackets(local, remote, options.values(), cx);
    return new UdpSocket(socket, remote);
  }

  private static InetSocketAddress anyOfSameFamily(InetSocketAddress remote)
      throws UnknownHostException {
    int bytes = remote.getAddress() instanceof Inet6Address ? ADDRESS_BYTES_6 : ADDRESS_BYTES_4;
    return new InetSocketAddress(InetAddress.getByAddress(new byte[bytes]), 0);
  }

  @Override
  protected boolean cancelLeaf() {
    lookup.cancel();
    return true;
  }

  @Override
  public String toString() {
    return "UdpSocket." + (connected ? "connect(" : "bind(") + wanted + ")";
  }
}
