package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.Places;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;

/** Maker of Unix sockets. */
final class UnixSockets {

  private static final int SOCK_STREAM = 1;
  private static final int SOCK_DGRAM = 2;

  private UnixSockets() {}

  static ListenSocket listen(Kernel kernel, String name, int backlog, Context cx)
      throws IOException {
    var local = new UnixName(name);
    int fd = open(kernel, local, SOCK_STREAM);
    var listener = new LinuxListener(kernel, fd, local);
    try {
      bind(kernel, fd, local);
      check(local, kernel.listen(fd, backlog));
      return listener.kept(cx);
    } catch (Throwable failure) {
      listener.close();
      throw failure;
    }
  }

  static StreamSocket connect(Kernel kernel, String name) throws IOException {
    var remote = new UnixName(name);
    int fd = open(kernel, remote, SOCK_STREAM);
    var stream = new LinuxStream(kernel, fd, remote, SocketKind.UNIX_STREAM);
    try {
      connect(kernel, fd, remote);
      stream.connected();
      return stream;
    } catch (Throwable failure) {
      stream.close();
      throw failure;
    }
  }

  static UnixPacketSocket packets(Kernel kernel, String name, String peer, Context cx)
      throws IOException {
    var local = new UnixName(name);
    int fd = open(kernel, local, SOCK_DGRAM);
    var socket = new LinuxUnixPackets(kernel, fd, name, peer);
    try {
      if (!peer.isEmpty()) {
        connect(kernel, fd, new UnixName(peer));
      }
      if (!name.isEmpty()) {
        bind(kernel, fd, local); // The last that may fail, since it makes a file.
      }
      return socket.kept(cx);
    } catch (Throwable failure) {
      socket.close();
      throw failure;
    }
  }

  private static int open(Kernel kernel, UnixName name, int type) throws IOException {
    return check(name, kernel.socket(UnixName.AF_UNIX, type, 0));
  }

  private static void bind(Kernel kernel, int fd, UnixName name) throws IOException {
    CallMemory memory = CallMemory.ofThread();
    int length = name.write(memory.small);
    check(name, kernel.bind(fd, memory.small.address(), length));
  }

  /** A connection is there at once or refused; one that was interrupted hasn't begun. */
  private static void connect(Kernel kernel, int fd, UnixName name) throws IOException {
    CallMemory memory = CallMemory.ofThread();
    int answer;
    do {
      int length = name.write(memory.small);
      answer = kernel.connect(fd, memory.small.address(), length);
    } while (answer == -Errno.EINTR);
    check(name, answer);
  }

  private static int check(UnixName name, int answer) throws IOException {
    if (answer < 0) {
      throw Places.at(name, Errno.failure(-answer));
    }
    return answer;
  }
}
