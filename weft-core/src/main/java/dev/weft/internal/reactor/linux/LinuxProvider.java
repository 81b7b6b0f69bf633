package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.Weft;
import dev.weft.internal.reactor.ChoiceNotice;
import dev.weft.internal.reactor.SocketErrors;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.PacketSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Drivers and sockets on system calls of Linux. Nothing native is touched before a socket opens.
 */
public final class LinuxProvider implements DriverProvider {

  private static final int SOCK_STREAM = 1;
  private static final int IPPROTO_TCP = 6;
  private static final int IPPROTO_IPV6 = 41;
  private static final int IPV6_V6ONLY = 26;

  private final Kernel kernel;
  private final Weft.Driver kind;
  private final String reason;
  private final Poller.Opening opening;
  private final ChoiceNotice notice = new ChoiceNotice();
  private final FilesChoice files;
  private volatile @Nullable String filesMissing; // known when the first driver looks

  LinuxProvider(Kernel kernel, Weft.Driver kind, String reason, Poller.Opening opening) {
    this.kernel = kernel;
    this.kind = kind;
    this.reason = reason;
    this.opening = opening;
    this.files = new FilesChoice(kernel, kind == Weft.Driver.IO_URING, this::filesChosen);
  }

  /**
   * Creates a provider of drivers on epoll.
   *
   * @param abi of this system
   * @param reason why it was chosen, a short phrase
   * @return the provider
   */
  public static LinuxProvider epoll(Abi abi, String reason) {
    return epoll(new SystemKernel(abi), reason);
  }

  static LinuxProvider epoll(Kernel kernel, String reason) {
    return new LinuxProvider(kernel, Weft.Driver.EPOLL, reason, new EpollOpening(kernel));
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
    return ring(new SystemKernel(abi), singleIssuer, reason);
  }

  static LinuxProvider ring(Kernel kernel, boolean singleIssuer, String reason) {
    return new LinuxProvider(
        kernel, Weft.Driver.IO_URING, reason, new RingOpening(kernel, singleIssuer));
  }

  @Override
  public Weft.Driver kind() {
    return kind;
  }

  @Override
  public String reason() {
    String missing = filesMissing;
    return missing == null ? reason : reason + "; files stay on threads, as " + missing;
  }

  @Override
  public Driver open() {
    if (kind == Weft.Driver.IO_URING) {
      files.prepare(); // it was asked for, and tried out: the first call is linked
    }
    return new LinuxDriver(opening, files);
  }

  @Override
  public void prepareFiles() {
    files.prepare();
  }

  private void filesChosen(@Nullable String missing) {
    filesMissing = missing;
    if (missing != null) { // else this isn't worth what a first line in a log costs: 100 ms
      notice.give(this);
    }
  }

  @Override
  public ListenSocket listen(
      InetSocketAddress address, int backlog, Map<SocketOption<?>, Object> options, Context cx)
      throws IOException {
    requireResolved(address);
    notice.give(this);
    if (address.getAddress() instanceof Inet4Address host && host.isAnyLocalAddress()) {
      // All of this machine's addresses, as the JDK has it: those of IPv6 too, where there are any.
      try {
        return listen(address, Addresses.AF_INET6, backlog, options).kept(cx);
      } catch (IOException failure) {
        if (hasIpv6()) {
          throw failure;
        }
      }
    }
    return listen(address, familyOf(address), backlog, options).kept(cx);
  }

  private LinuxListener listen(
      InetSocketAddress address, int family, int backlog, Map<SocketOption<?>, Object> options)
      throws IOException {
    int fd = openSocket(address, family);
    var tie =
        new Tie(
            kernel, fd, "The listener on " + SocketErrors.text(address), SocketKind.TCP_LISTENER);
    try {
      var socket = new LinuxSocket(kernel, tie, address);
      socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      setAll(socket, options);
      if (family == Addresses.AF_INET6) {
        socket.setNumber(IPPROTO_IPV6, IPV6_V6ONLY, 0);
      }
      CallMemory memory = CallMemory.ofThread();
      int length = Addresses.write(address, family, memory.small);
      check(address, kernel.bind(fd, memory.small.address(), length));
      check(address, kernel.listen(fd, backlog));
      return new LinuxListener(kernel, fd, socket.localAddress());
    } catch (Throwable failure) {
      tie.close();
      throw failure;
    }
  }

  @Override
  public StreamSocket connect(InetSocketAddress remote, Map<SocketOption<?>, Object> options)
      throws IOException {
    requireResolved(remote);
    notice.give(this);
    int family = familyOf(remote);
    int fd = openSocket(remote, family);
    var stream = new LinuxStream(kernel, fd, remote, SocketKind.TCP_STREAM);
    try {
      setAll(stream.socket(), options);
      CallMemory memory = CallMemory.ofThread();
      int length = Addresses.write(remote, family, memory.small);
      int answer = kernel.connect(fd, memory.small.address(), length);
      // An interrupted connect goes on in the background, as one in progress does.
      if (answer != -Errno.EINPROGRESS && answer != -Errno.EINTR) {
        check(remote, answer);
        stream.connected();
      }
      return stream;
    } catch (Throwable failure) {
      stream.close();
      throw failure;
    }
  }

  @Override
  public ListenSocket listenUnix(String name, int backlog, Context cx) throws IOException {
    notice.give(this);
    return UnixSockets.listen(kernel, name, backlog, cx);
  }

  @Override
  public StreamSocket connectUnix(String name) throws IOException {
    notice.give(this);
    return UnixSockets.connect(kernel, name);
  }

  @Override
  public UnixPacketSocket openUnixPackets(String name, String remote, Context cx)
      throws IOException {
    notice.give(this);
    return UnixSockets.packets(kernel, name, remote, cx);
  }

  @Override
  public PacketSocket openPackets(
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    requireResolved(local);
    if (remote != null) {
      requireResolved(remote);
    }
    notice.give(this);
    return PacketSockets.open(kernel, local, remote, options, cx);
  }

  private int openSocket(InetSocketAddress address, int family) throws IOException {
    int fd = kernel.socket(family, SOCK_STREAM, IPPROTO_TCP);
    check(address, fd);
    return fd;
  }

  private static void setAll(LinuxSocket socket, Map<SocketOption<?>, Object> options)
      throws IOException {
    for (Map.Entry<SocketOption<?>, Object> option : options.entrySet()) {
      socket.setOption(option.getKey(), option.getValue());
    }
  }

  private static void requireResolved(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw SocketErrors.unresolved(address);
    }
  }

  private static int familyOf(InetSocketAddress address) {
    return address.getAddress() instanceof Inet6Address ? Addresses.AF_INET6 : Addresses.AF_INET;
  }

  /** Whether a socket can be bound to an address of IPv6 at all. */
  private boolean hasIpv6() {
    int fd = kernel.socket(Addresses.AF_INET6, SOCK_STREAM, IPPROTO_TCP);
    if (fd < 0) {
      return false;
    }
    CallMemory memory = CallMemory.ofThread();
    int length = Addresses.write(new InetSocketAddress(0), Addresses.AF_INET6, memory.small);
    int bound = kernel.bind(fd, memory.small.address(), length);
    kernel.close(fd);
    return bound >= 0;
  }

  private static void check(InetSocketAddress address, int answer) throws IOException {
    if (answer < 0) {
      throw SocketErrors.at(address, Errno.failure(-answer));
    }
  }

  @Override
  public String toString() {
    return "LinuxProvider[" + kind + ", " + reason + "]";
  }

  // Records, since a runtime starts without lambdas, the first of which costs milliseconds.

  private record EpollOpening(Kernel kernel) implements Poller.Opening {
    @Override
    public Poller open() throws IOException {
      return EpollPoller.open(kernel);
    }
  }

  private record RingOpening(Kernel kernel, boolean singleIssuer) implements Poller.Opening {
    @Override
    public Poller open() throws IOException {
      return RingPoller.open(kernel, singleIssuer);
    }
  }
}
