package dev.weft.internal.reactor;

import dev.weft.Context;
import dev.weft.Weft;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.PacketSocket;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Drivers and sockets on the JDK's selectors and channels. They work everywhere. */
public final class NioProvider implements DriverProvider {

  private final String reason;
  private final ChoiceNotice notice = new ChoiceNotice();

  /**
   * Creates a provider.
   *
   * @param reason why it was chosen, a short phrase
   */
  public NioProvider(String reason) {
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  @Override
  public Weft.Driver kind() {
    return Weft.Driver.NIO;
  }

  @Override
  public String reason() {
    return reason;
  }

  @Override
  public Driver open() {
    return new NioDriver();
  }

  @Override
  public ListenSocket listen(
      InetSocketAddress address, int backlog, Map<SocketOption<?>, Object> options, Context cx)
      throws IOException {
    notice.give(this);
    ServerSocketChannel channel = ServerSocketChannel.open();
    return opened(
        channel,
        address,
        () -> {
          channel.configureBlocking(false);
          setAll(channel, options);
          channel.bind(address, backlog);
          return new NioListener(channel, (InetSocketAddress) channel.getLocalAddress()).kept(cx);
        });
  }

  @Override
  public StreamSocket connect(InetSocketAddress remote, Map<SocketOption<?>, Object> options)
      throws IOException {
    notice.give(this);
    SocketChannel channel = SocketChannel.open();
    return opened(
        channel,
        remote,
        () -> {
          channel.configureBlocking(false);
          setAll(channel, options);
          channel.connect(remote);
          return new NioStream(channel, remote);
        });
  }

  @Override
  public ListenSocket listenUnix(String name, int backlog, Context cx) throws IOException {
    notice.give(this);
    UnixDomainSocketAddress address = unixAddress(name);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return opened(
        channel,
        address,
        () -> {
          channel.configureBlocking(false);
          channel.bind(address, backlog);
          return new NioListener(channel, address).kept(cx);
        });
  }

  @Override
  public StreamSocket connectUnix(String name) throws IOException {
    notice.give(this);
    UnixDomainSocketAddress remote = unixAddress(name);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    return opened(
        channel,
        remote,
        () -> {
          channel.configureBlocking(false);
          channel.connect(remote);
          return new NioStream(channel, remote);
        });
  }

  private static UnixDomainSocketAddress unixAddress(String name) {
    if (name.indexOf('\0') >= 0) {
      throw new UnsupportedOperationException(
          "The abstract name @"
              + name.substring(1)
              + " can't be used: the driver NIO has only paths.");
    }
    return UnixDomainSocketAddress.of(name);
  }

  @Override
  public PacketSocket openPackets(
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    notice.give(this);
    DatagramChannel channel = DatagramChannel.open(familyOf(local));
    NioPackets socket =
        opened(
            channel,
            local,
            () -> {
              channel.configureBlocking(false);
              setAll(channel, options);
              channel.bind(local);
              return new NioPackets(channel, Places.inet(channel.getLocalAddress()));
            });
    return remote == null
        ? socket.kept(cx)
        : opened(
            channel,
            remote,
            () -> {
              channel.connect(remote);
              return socket.connected(remote).kept(cx);
            });
  }

  /** Of the address, since not everywhere can a socket of one family join groups of the other. */
  private static ProtocolFamily familyOf(InetSocketAddress address) {
    return address.getAddress() instanceof Inet6Address
        ? StandardProtocolFamily.INET6
        : StandardProtocolFamily.INET;
  }

  /** Runs the steps that make a socket; if one fails, the channel is closed, whatever it was. */
  private static <S> S opened(NetworkChannel channel, SocketAddress address, Steps<S> steps)
      throws IOException {
    boolean done = false;
    try {
      S socket = steps.run();
      done = true;
      return socket;
    } catch (UnresolvedAddressException unresolved) {
      throw SocketErrors.unresolved(Places.inet(address));
    } catch (UnsupportedAddressTypeException unsupported) {
      throw Places.at(address, new SocketException("this system has no addresses of this kind"));
    } catch (IOException failure) {
      throw Places.at(address, failure);
    } finally {
      if (!done) {
        channel.close();
      }
    }
  }

  private static void setAll(NetworkChannel channel, Map<SocketOption<?>, Object> options)
      throws IOException {
    for (Map.Entry<SocketOption<?>, Object> option : options.entrySet()) {
      set(channel, option.getKey(), option.getValue());
    }
  }

  private static <T> void set(NetworkChannel channel, SocketOption<T> option, Object value)
      throws IOException {
    channel.setOption(option, option.type().cast(value));
  }

  @Override
  public String toString() {
    return "NioProvider[" + reason + "]";
  }

  private interface Steps<S> {
    S run() throws IOException;
  }
}
