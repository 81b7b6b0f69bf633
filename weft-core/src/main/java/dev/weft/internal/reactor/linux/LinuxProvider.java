package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.Weft;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.PacketSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Drivers and sockets on system calls of Linux. Nothing native is touched before a socket opens.
 */
public final class LinuxProvider implements DriverProvider {

  /*
   * Each runtime has a provider, but not each has a socket. So what sockets and files need is made, and
   * its classes are loaded, with the first of them; that is a tenth of a runtime's start.
   */

  private final Weft.Driver kind;
  private final String reason;
  private final Abi abi;
  private final boolean singleIssuer;
  private volatile @Nullable LinuxSockets sockets;

  private LinuxProvider(Weft.Driver kind, String reason, Abi abi, boolean singleIssuer) {
    this.kind = kind;
    this.reason = reason;
    this.abi = abi;
    this.singleIssuer = singleIssuer;
  }

  /** On a kernel of a test's. */
  LinuxProvider(Kernel kernel, Weft.Driver kind, String reason, Poller.Opening opening) {
    this(kind, reason, kernel.abi(), false);
    this.sockets = new LinuxSockets(this, kernel, opening);
  }

  /**
   * Creates a provider of drivers on epoll.
   *
   * @param abi of this system
   * @param reason why it was chosen, a short phrase
   * @return the provider
   */
  public static LinuxProvider epoll(Abi abi, String reason) {
    return new LinuxProvider(Weft.Driver.EPOLL, reason, abi, false);
  }

  static LinuxProvider epoll(Kernel kernel, String reason) {
    return new LinuxProvider(kernel, Weft.Driver.EPOLL, reason, LinuxSockets.epoll(kernel));
  }

  /**
   * Creates a provider of drivers on io_uring.
   *
   * @param abi of this system
   * @param singleIssuer whether each driver is always turned by the same thread
   * @param reason why it was chosen, a short phrase
   * @return the provider
   */
  public static LinuxProvider ring(Abi abi, boolean singleIssuer, String reason) {
    return new LinuxProvider(Weft.Driver.IO_URING, reason, abi, singleIssuer);
  }

  static LinuxProvider ring(Kernel kernel, boolean singleIssuer, String reason) {
    return new LinuxProvider(
        kernel, Weft.Driver.IO_URING, reason, LinuxSockets.ring(kernel, singleIssuer));
  }

  @Override
  public Weft.Driver kind() {
    return kind;
  }

  @Override
  public String reason() {
    LinuxSockets known = sockets;
    String missing = known == null ? null : known.filesMissing();
    return missing == null ? reason : reason + "; files stay on threads, as " + missing;
  }

  @Override
  public Driver open() {
    if (kind == Weft.Driver.IO_URING) {
      prepareFiles(); // it was asked for, and tried out: the first call is linked
    }
    return new LinuxDriver(this);
  }

  @Override
  public void prepareFiles() {
    sockets().files().prepare();
  }

  private LinuxSockets sockets() {
    LinuxSockets known = sockets;
    return known == null ? makeSockets() : known;
  }

  private synchronized LinuxSockets makeSockets() {
    LinuxSockets known = sockets;
    if (known == null) {
      known = LinuxSockets.ofThisSystem(this, abi, singleIssuer);
      sockets = known;
    }
    return known;
  }

  /** Opens what a driver waits in. */
  Poller openPoller() throws IOException {
    return sockets().openPoller();
  }

  /** What drivers can do with files; {@code null} if nobody has asked for that yet. */
  @Nullable FilesChoice files() {
    LinuxSockets known = sockets;
    return known == null ? null : known.files();
  }

  @Override
  public ListenSocket listen(
      InetSocketAddress address, int backlog, Map<SocketOption<?>, Object> options, Context cx)
      throws IOException {
    return sockets().listen(address, backlog, options, cx);
  }

  @Override
  public StreamSocket connect(InetSocketAddress remote, Map<SocketOption<?>, Object> options)
      throws IOException {
    return sockets().connect(remote, options);
  }

  @Override
  public ListenSocket listenUnix(String name, int backlog, Context cx) throws IOException {
    return sockets().listenUnix(name, backlog, cx);
  }

  @Override
  public StreamSocket connectUnix(String name) throws IOException {
    return sockets().connectUnix(name);
  }

  @Override
  public UnixPacketSocket openUnixPackets(String name, String remote, Context cx)
      throws IOException {
    return sockets().openUnixPackets(name, remote, cx);
  }

  @Override
  public PacketSocket openPackets(
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    return sockets().openPackets(local, remote, options, cx);
  }

  @Override
  public String toString() {
    return "LinuxProvider[" + kind + ", " + reason + "]";
  }
}
