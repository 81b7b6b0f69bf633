package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One wait for datagrams.
 *
 * @param <T> type of the result
 */
abstract class UdpReceive<T> extends LeafFuture<T> {

  final PacketSocket socket;

  UdpReceive(PacketSocket socket) {
    this.socket = socket;
  }

  /** A datagram is taken whole and can't be given back, so its buffer is looked at before. */
  static ByteBuffer writable(ByteBuffer target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException(
          "target is read-only; accepted is a buffer that can be written to.");
    }
    return target;
  }

  @Override
  protected boolean cancelLeaf() {
    socket.cancelReceive();
    return true;
  }

  /** A datagram of which the length is asked. */
  static final class Length extends UdpReceive<Integer> {

    private final ByteBuffer target;

    Length(PacketSocket socket, ByteBuffer target) {
      super(socket);
      this.target = writable(target);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      int start = target.position();
      return socket.receive(target, cx) == null ? PENDING : (Object) (target.position() - start);
    }
  }

  /** A datagram of which the sender is asked. */
  static final class Sender extends UdpReceive<InetSocketAddress> {

    private final ByteBuffer target;

    Sender(PacketSocket socket, ByteBuffer target) {
      super(socket);
      this.target = writable(target);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      InetSocketAddress sender = socket.receive(target, cx);
      return sender == null ? PENDING : sender;
    }
  }

  /** All datagrams that are there. */
  static final class Many extends UdpReceive<List<Datagram>> {

    /*
     * A failure behind some datagrams must not cost them: they are returned, and the failure is left
     * out, as the system reports it once. It says that a datagram which was sent earlier wasn't taken,
     * and a closed socket says so again at the next call.
     */

    private final int maxCount;

    Many(PacketSocket socket, int maxCount) {
      super(socket);
      this.maxCount = maxCount;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      List<Datagram> found = new ArrayList<>();
      int count =
          socket.receiveMany(
              maxCount, (sender, data) -> found.add(new Datagram(sender, copy(data))), cx);
      return count == 0 ? PENDING : List.copyOf(found);
    }

    private static ByteBuffer copy(ByteBuffer data) {
      return ByteBuffer.allocate(data.remaining()).put(data).flip();
    }
  }
}
