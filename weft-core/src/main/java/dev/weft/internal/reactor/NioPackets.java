package dev.weft.internal.reactor;

import dev.weft.Context;
import dev.weft.spi.PacketSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.nio.channels.SelectionKey;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A socket of datagrams on a channel of the JDK. */
final class NioPackets implements PacketSocket {

  /*
   * Idea: as NioStream, without its guess that a short read has drained the socket: a datagram says
   * nothing about whether there is another.
   *
   * The JDK copies heap buffers through a direct one as large as what remains, so a call is offered no
   * more than the largest datagram there is.
   *
   * Many at once are one after another, as the JDK has no call for more; each comes in a buffer for the
   * largest, which the socket has once somebody wants many.
   *
   * State and threads: in Registration and in the channel. `joined` remembers the keys by which groups
   * are left; the channel answers a second join with the key of the first.
   */

  /** More than the largest datagram of IP has. */
  private static final int MOST_BYTES = 64 * 1024;

  private final DatagramChannel channel;
  private final InetSocketAddress local;
  private final Registration registration;
  private final Map<Membership, MembershipKey> joined = new ConcurrentHashMap<>();
  private volatile @Nullable InetSocketAddress remote;
  private @Nullable ByteBuffer scratch; // for the receiver alone

  /**
   * Creates a socket on a channel, which it owns.
   *
   * @param channel in non-blocking mode and bound
   * @param local where it is bound
   */
  NioPackets(DatagramChannel channel, InetSocketAddress local) {
    this.channel = channel;
    this.local = local;
    this.registration = new Registration(channel, this);
  }

  NioPackets connected(InetSocketAddress remote) {
    this.remote = remote;
    return this;
  }

  /** This socket, known to a driver that closes it with the runtime, even if nobody ever waits. */
  NioPackets kept(Context cx) {
    registration.keep(cx);
    return this;
  }

  @Override
  public @Nullable InetSocketAddress receive(ByteBuffer target, Context cx) throws IOException {
    if (registration.input.mayTry(cx.waker())) {
      SocketAddress sender = receiveNow(target);
      if (sender != null) {
        return (InetSocketAddress) sender;
      }
      registration.input.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_READ, cx);
    return null;
  }

  private @Nullable SocketAddress receiveNow(ByteBuffer target) throws IOException {
    int limit = target.limit();
    try {
      target.limit(Math.min(limit, target.position() + MOST_BYTES));
      return channel.receive(target);
    } catch (IOException failure) {
      InetSocketAddress peer = remote;
      throw named(failure, peer == null ? local : peer);
    } finally {
      target.limit(limit);
    }
  }

  @Override
  public boolean send(ByteBuffer source, InetSocketAddress target, Context cx) throws IOException {
    boolean empty = !source.hasRemaining();
    if (empty && remote != null) {
      throw new UnsupportedOperationException(
          "An empty datagram can't be sent to "
              + SocketErrors.text(target)
              + ": the JDK drops it when the socket is connected; send it with a bound one.");
    }
    if (registration.output.mayTry(cx.waker())) {
      // Of an empty datagram the JDK doesn't tell whether it was sent; one may be lost anyway.
      if (sendNow(source, target) > 0 || empty) {
        return true;
      }
      registration.output.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_WRITE, cx);
    return false;
  }

  private int sendNow(ByteBuffer source, InetSocketAddress target) throws IOException {
    try {
      return channel.send(source, target);
    } catch (UnsupportedAddressTypeException other) {
      throw SocketErrors.wrongFamily(target);
    } catch (IOException failure) {
      throw named(failure, target);
    }
  }

  @Override
  public int receiveMany(int most, BiConsumer<InetSocketAddress, ByteBuffer> taker, Context cx)
      throws IOException {
    ByteBuffer buffer = scratch;
    if (buffer == null) {
      buffer = ByteBuffer.allocate(MOST_BYTES);
      scratch = buffer;
    }
    InetSocketAddress sender = receive(buffer.clear(), cx);
    int taken = 0;
    while (sender != null) {
      taker.accept(sender, buffer.flip());
      taken++;
      sender = taken == most ? null : receiveMore(buffer.clear());
    }
    return taken;
  }

  /** As {@link #receiveNow}; a failure behind other datagrams is left out. */
  private @Nullable InetSocketAddress receiveMore(ByteBuffer target) {
    try {
      return (InetSocketAddress) receiveNow(target);
    } catch (IOException leftOut) {
      return null;
    }
  }

  @Override
  public int sendMany(List<ByteBuffer> sources, List<InetSocketAddress> targets, Context cx)
      throws IOException {
    int sent = 0;
    while (sent < sources.size() && send(sources.get(sent), targets.get(sent), cx)) {
      sent++;
    }
    if (sent > 0) {
      cancelSend(); // The last attempt may have left a waker.
    }
    return sent;
  }

  @Override
  public void cancelReceive() {
    registration.input.forget();
  }

  @Override
  public void cancelSend() {
    registration.output.forget();
  }

  @Override
  public void join(InetAddress group, NetworkInterface network, @Nullable InetAddress source)
      throws IOException {
    try {
      MembershipKey key =
          source == null ? channel.join(group, network) : channel.join(group, network, source);
      joined.put(new Membership(group, network, source), key);
    } catch (ClosedChannelException closed) {
      throw registration.ended();
    } catch (IOException | IllegalArgumentException failure) { // the latter: of the other family
      throw SocketErrors.ofGroup(group, network, failure);
    }
  }

  @Override
  public boolean leave(InetAddress group, NetworkInterface network, @Nullable InetAddress source) {
    MembershipKey key = joined.remove(new Membership(group, network, source));
    if (key != null) {
      key.drop();
    }
    return key != null;
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    try {
      return Places.inet(channel.getLocalAddress());
    } catch (IOException failure) {
      throw named(failure, local);
    }
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    try {
      channel.setOption(option, value);
    } catch (IOException failure) {
      throw named(failure, local);
    }
  }

  @Override
  public <T> T option(SocketOption<T> option) throws IOException {
    try {
      return channel.getOption(option);
    } catch (IOException failure) {
      throw named(failure, local);
    }
  }

  @Override
  public void close() {
    registration.close();
  }

  @Override
  public boolean isReleased(Context cx) {
    return registration.isReleased(cx);
  }

  private IOException named(IOException failure, InetSocketAddress place) {
    return failure instanceof ClosedChannelException
        ? registration.ended()
        : SocketErrors.at(place, failure);
  }

  @Override
  public String toString() {
    return "The UDP socket on " + SocketErrors.text(local);
  }

  private record Membership(
      InetAddress group, NetworkInterface network, @Nullable InetAddress source) {}
}
