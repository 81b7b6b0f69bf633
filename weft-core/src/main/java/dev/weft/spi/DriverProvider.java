package dev.weft.spi;

import dev.weft.Context;
import dev.weft.Weft;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maker of a runtime's drivers and sockets, all of one kind. */
public interface DriverProvider {

  /**
   * Which kind this is.
   *
   * @return never {@link dev.weft.Weft.Driver#AUTO}
   */
  Weft.Driver kind();

  /**
   * Why it was chosen, for the metrics and the log.
   *
   * @return a short phrase
   */
  String reason();

  /**
   * Opens a driver for one worker.
   *
   * @return an open driver
   * @throws IOException if the operating system refuses
   */
  Driver open() throws IOException;

  /**
   * Gets ready for what {@link Driver#files} offers, which may take some 100 ms; to be called where
   * that does no harm, once there are enough operations on files to be worth it. More than once
   * does nothing.
   */
  default void prepareFiles() {
    // nothing is offered
  }

  /**
   * Opens a listening socket.
   *
   * @param address where to listen; port 0 picks a free one
   * @param backlog most connections that may wait to be accepted, at least 1
   * @param options set before binding
   * @param cx the poll in which it is opened; its runtime closes the socket at its own end
   * @return a bound socket
   * @throws IOException if the address can't be bound; the message has the address
   */
  ListenSocket listen(
      InetSocketAddress address, int backlog, Map<SocketOption<?>, Object> options, Context cx)
      throws IOException;

  /**
   * Opens a stream socket and begins to connect it; {@link StreamSocket#finishConnect} ends it.
   *
   * @param remote a resolved address
   * @param options set before connecting
   * @return a socket that may not be connected yet
   * @throws IOException if connecting fails at once; the message has the address
   */
  StreamSocket connect(InetSocketAddress remote, Map<SocketOption<?>, Object> options)
      throws IOException;

  /**
   * Opens a listening Unix socket.
   *
   * @param name a path, which is made by this; or a character 0 and an abstract name
   * @param backlog most connections that may wait to be accepted, at least 1
   * @param cx the poll in which it is opened; its runtime closes the socket at its own end
   * @return a bound socket
   * @throws IOException if the name can't be bound; the message has it
   * @throws UnsupportedOperationException if the driver has no Unix sockets or no abstract names
   */
  default ListenSocket listenUnix(String name, int backlog, Context cx) throws IOException {
    throw unsupported("Unix sockets", "NIO, which works everywhere");
  }

  /**
   * Opens a Unix socket and begins to connect it; {@link StreamSocket#finishConnect} ends it.
   *
   * @param name as for {@link #listenUnix}
   * @return a socket that may not be connected yet
   * @throws IOException if connecting fails at once; the message has the name
   * @throws UnsupportedOperationException if the driver has no Unix sockets or no abstract names
   */
  default StreamSocket connectUnix(String name) throws IOException {
    throw unsupported("Unix sockets", "NIO, which works everywhere");
  }

  /**
   * Opens a socket of datagrams.
   *
   * @param local where to; port 0 picks a free one
   * @param remote the only one to send to and to receive from; {@code null} for anybody
   * @param options set before binding
   * @param cx the poll in which it is opened; its runtime closes the socket at its own end
   * @return a bound socket
   * @throws IOException if the address can't be bound; the message has it
   * @throws UnsupportedOperationException if the driver has no datagrams
   */
  default PacketSocket openPackets(
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    throw unsupported("UDP sockets", "NIO, which works everywhere");
  }

  /**
   * Opens a Unix socket of datagrams.
   *
   * @param name as for {@link #listenUnix}; empty for a socket that nobody can send to
   * @param remote the name of the only socket to send to and to receive from; empty for anybody
   * @param cx the poll in which it is opened; its runtime closes the socket at its own end
   * @return an open socket
   * @throws IOException if a name can't be bound or connected to; the message has it
   * @throws UnsupportedOperationException if the driver has no Unix datagrams
   */
  default UnixPacketSocket openUnixPackets(String name, String remote, Context cx)
      throws IOException {
    throw unsupported("Unix datagrams", "EPOLL or IO_URING, which need Linux and native access");
  }

  private UnsupportedOperationException unsupported(String what, String instead) {
    return new UnsupportedOperationException(
        "The driver "
            + kind()
            + " has no "
            + what
            + "; build the runtime with the driver "
            + instead
            + ", to have them.");
  }
}
