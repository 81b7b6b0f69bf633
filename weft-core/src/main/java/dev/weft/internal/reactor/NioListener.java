package dev.weft.internal.reactor;

import dev.weft.Context;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A listening socket on a channel of the JDK. */
final class NioListener implements ListenSocket {

  private final ServerSocketChannel channel;
  private final SocketAddress local;
  private final Registration registration;

  /**
   * Creates a socket on a channel, which it owns.
   *
   * @param channel in non-blocking mode and bound
   * @param local where it is bound
   */
  NioListener(ServerSocketChannel channel, SocketAddress local) {
    this.channel = channel;
    this.local = local;
    this.registration = new Registration(channel, this);
  }

  /**
   * This listener, known to a driver that closes it with the runtime, even if nobody ever accepts.
   */
  NioListener kept(Context cx) {
    registration.keep(cx);
    return this;
  }

  @Override
  public @Nullable StreamSocket accept(Context cx) throws IOException {
    if (registration.input.mayTry(cx.waker())) {
      SocketChannel connection = acceptNow();
      if (connection != null) {
        return streamOf(connection).kept(cx);
      }
      registration.input.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_ACCEPT, cx);
    return null;
  }

  private @Nullable SocketChannel acceptNow() throws IOException {
    try {
      return channel.accept();
    } catch (ClosedChannelException closed) {
      throw registration.ended();
    } catch (IOException failure) {
      throw Places.at(local, failure);
    }
  }

  private NioStream streamOf(SocketChannel connection) throws IOException {
    try {
      connection.configureBlocking(false);
      return new NioStream(connection, peerOf(connection));
    } catch (IOException failure) {
      connection.close();
      throw Places.at(local, failure);
    }
  }

  /** Who connects to a Unix socket has no name of its own, so messages name the listener. */
  private SocketAddress peerOf(SocketChannel connection) throws IOException {
    return local instanceof UnixDomainSocketAddress ? local : connection.getRemoteAddress();
  }

  @Override
  public void cancelAccept() {
    registration.input.forget();
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    if (!channel.isOpen()) {
      throw registration.ended();
    }
    return Places.inet(local);
  }

  @Override
  public void close() {
    registration.close();
  }

  @Override
  public boolean isReleased(Context cx) {
    return registration.isReleased(cx);
  }

  @Override
  public String toString() {
    return "The listener on " + Places.text(local);
  }
}
