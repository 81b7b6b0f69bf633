package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** One datagram on its way out. */
final class UdpSend extends LeafFuture<Integer> {

  private final PacketSocket socket;
  private final ByteBuffer source;
  private final InetSocketAddress target;

  UdpSend(PacketSocket socket, ByteBuffer source, InetSocketAddress target) {
    this.socket = socket;
    this.source = source;
    this.target = target;
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    int length = source.remaining();
    return socket.send(source, target, cx) ? (Object) length : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    socket.cancelSend();
    return true;
  }
}
