package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/** Some datagrams on their way out, one after another. */
final class UdpSendMany extends LeafFuture<Integer> {

  private final PacketSocket socket;
  private final List<ByteBuffer> sources;
  private final List<InetSocketAddress> targets;
  private int sent;

  UdpSendMany(PacketSocket socket, List<ByteBuffer> sources, List<InetSocketAddress> targets) {
    this.socket = socket;
    this.sources = sources;
    this.targets = targets;
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    int count = sources.size();
    while (sent < count) {
      int more = socket.sendMany(sources.subList(sent, count), targets.subList(sent, count), cx);
      if (more == 0) {
        return PENDING;
      }
      sent += more;
    }
    return count;
  }

  @Override
  protected boolean cancelLeaf() {
    socket.cancelSend();
    return true;
  }
}
