package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One wait for a datagram of a Unix socket.
 *
 * @param <T> type of the result
 */
abstract class UnixReceive<T> extends LeafFuture<T> {

  final UnixPacketSocket socket;
  final ByteBuffer target;

  UnixReceive(UnixPacketSocket socket, ByteBuffer target) {
    this.socket = socket;
    this.target = UdpReceive.writable(target);
  }

  @Override
  protected boolean cancelLeaf() {
    socket.cancelReceive();
    return true;
  }

  /** A datagram of which the length is asked. */
  static final class Length extends UnixReceive<Integer> {

    Length(UnixPacketSocket socket, ByteBuffer target) {
      super(socket, target);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      int start = target.position();
      return socket.receive(target, cx) == null ? PENDING : (Object) (target.position() - start);
    }
  }

  /** A datagram of which the sender is asked. */
  static final class Sender extends UnixReceive<UnixAddress> {

    Sender(UnixPacketSocket socket, ByteBuffer target) {
      super(socket, target);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      String sender = socket.receive(target, cx);
      return sender == null ? PENDING : UnixAddress.ofName(sender);
    }
  }
}
