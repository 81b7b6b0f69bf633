package dev.weft.internal.reactor.linux;

import dev.weft.internal.reactor.SocketErrors;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import org.jspecify.annotations.Nullable;

/** What streams and listeners have in common: options and addresses. */
final class LinuxSocket {

  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;

  private final Kernel kernel;
  private final Tie tie;
  private final InetSocketAddress address;

  /**
   * Creates the view of a socket.
   *
   * @param address what to name in messages
   */
  LinuxSocket(Kernel kernel, Tie tie, InetSocketAddress address) {
    this.kernel = kernel;
    this.tie = tie;
    this.address = address;
  }

  InetSocketAddress localAddress() throws IOException {
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.length.set(ValueLayout.JAVA_INT, 0, Addresses.MOST_BYTES);
      check(kernel.localAddress(fd, memory.small.address(), memory.length.address()));
      return Addresses.read(memory.small);
    } finally {
      tie.exit();
    }
  }

  /**
   * Whether a socket that was connecting is connected.
   *
   * @throws IOException if connecting failed
   */
  boolean isConnected() throws IOException {
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.length.set(ValueLayout.JAVA_INT, 0, Integer.BYTES);
      long small = memory.small.address();
      check(kernel.option(fd, SOL_SOCKET, SO_ERROR, small, memory.length.address()));
      check(-memory.small.get(ValueLayout.JAVA_INT, 0));
      memory.length.set(ValueLayout.JAVA_INT, 0, Addresses.MOST_BYTES);
      int answer = kernel.remoteAddress(fd, small, memory.length.address());
      return answer != -Errno.ENOTCONN && check(answer) >= 0;
    } finally {
      tie.exit();
    }
  }

  void setOption(SocketOption<?> option, @Nullable Object value, boolean listening)
      throws IOException {
    SocketOptionCodec codec = SocketOptionCodec.of(option, listening);
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      int length = codec.write(option, value, memory.small);
      long small = memory.small.address();
      check(kernel.setOption(fd, codec.level(), codec.number(), small, length));
      if (codec.kind() == SocketOptionCodec.Kind.LINGER) {
        tie.lingers((Integer) codec.read(memory.small));
      }
    } finally {
      tie.exit();
    }
  }

  void setNumber(int level, int name, int value) throws IOException {
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.small.set(ValueLayout.JAVA_INT, 0, value);
      check(kernel.setOption(fd, level, name, memory.small.address(), Integer.BYTES));
    } finally {
      tie.exit();
    }
  }

  <T> T option(SocketOption<T> option) throws IOException {
    SocketOptionCodec codec = SocketOptionCodec.of(option, false);
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.length.set(ValueLayout.JAVA_INT, 0, 2 * Integer.BYTES);
      long small = memory.small.address();
      check(kernel.option(fd, codec.level(), codec.number(), small, memory.length.address()));
      return option.type().cast(codec.read(memory.small));
    } finally {
      tie.exit();
    }
  }

  private int check(int answer) throws IOException {
    if (answer < 0) {
      throw SocketErrors.at(address, Errno.failure(-answer));
    }
    return answer;
  }
}
