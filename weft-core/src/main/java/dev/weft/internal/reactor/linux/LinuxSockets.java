package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.Weft;
import dev.weft.internal.reactor.ChoiceNotice;
import dev.weft.internal.reactor.SocketErrors;
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

/** What a provider needs once there is a socket or a file: the kernel, and what is opened on it. */
final class LinuxSockets {

  private static final int SOCK_STREAM = 1;
  private static final int IPPROTO_TCP = 6;
  private static final int IPPROTO_IPV6 = 41;
  private static final int IPV6_V6ONLY = 26;

  private final LinuxProvider provider;
  private final Kernel kernel;
  private final Poller.Opening opening;
  private final ChoiceNotice notice = new ChoiceNotice();
  private final FilesChoice files;
  private volatile @Nullable String filesMissing; // known when the first driver looks

  /**
   * @param provider whose kind and reason are logged
   */
  LinuxSockets(LinuxProvider provider, Kernel kernel, Poller.Opening opening) {
    this.provider = provider;
    this.kernel = kernel;
    this.opening = opening;
    this.files =
        new FilesChoice(kernel, provider.kind() == Weft.Driver.IO_URING, this::filesChosen);
  }

  /**
   * @param singleIssuer whether each driver is always turned by the same thread
   */
  static LinuxSockets ofThisSystem(LinuxProvider provider, Abi abi, boolean singleIssuer) {
    Kernel kernel = SystemKernel.of(abi);
    return new LinuxSockets(
        provider,
        kernel,
        provider.kind() == Weft.Driver.IO_URING ? ring(kernel, singleIssuer) : epoll(kernel));
  }

  static Poller.Opening epoll(Kernel kernel) {
    return () -> EpollPoller.open(kernel);
  }

  static Poller.Opening ring(Kernel kernel, boolean singleIssuer) {
    return () -> RingPoller.open(kernel, singleIssuer);
  }

  Poller openPoller() throws IOException {
    return opening.open();
  }

  FilesChoice files() {
    return files;
  }

  /** Why files stay on threads; {@code null} if they don't, or nobody knows yet. */
  @Nullable String filesMissing() {
    return filesMissing;
  }

  private void filesChosen(@Nullable String missing) {
    filesMissing = missing;
    if (missing != null) { // else this isn't worth what a first line in a log costs: 100 ms
      notice.give(provider);
    }
  }

  ListenSocket listen(
      InetSocketAddress address, int backlog, Map<SocketOption<?>, Object> options, Context cx)
      throws IOException {
    requireResolved(address);
    notice.give(provider);
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

  StreamSocket connect(InetSocketAddress remote, Map<SocketOption<?>, Object> options)
      throws IOException {
    requireResolved(remote);
    notice.give(provider);
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

  ListenSocket listenUnix(String name, int backlog, Context cx) throws IOException {
    notice.give(provider);
    return UnixSockets.listen(kernel, name, backlog, cx);
  }

  StreamSocket connectUnix(String name) throws IOException {
    notice.give(provider);
    return UnixSockets.connect(kernel, name);
  }

  UnixPacketSocket openUnixPackets(String name, String remote, Context cx) throws IOException {
    notice.give(provider);
    return UnixSockets.packets(kernel, name, remote, cx);
  }

  PacketSocket openPackets(
      InetSocketAddress local,
      @Nullable InetSocketAddress remote,
      Map<SocketOption<?>, Object> options,
      Context cx)
      throws IOException {
    requireResolved(local);
    if (remote != null) {
      requireResolved(remote);
    }
    notice.give(provider);
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
}
