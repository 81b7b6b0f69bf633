package dev.weft.internal.reactor.linux;

import dev.weft.internal.reactor.Places;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import org.jspecify.annotations.Nullable;

/** What sockets of all kinds have in common: options and addresses. */
final class LinuxSocket {

  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;

  private final Kernel kernel;
  private final Tie tie;
  private final SocketAddress address;

  /**
   * Creates the view of a socket.
   *
   * @param address what to name in messages
   */
  LinuxSocket(Kernel kernel, Tie tie, SocketAddress address) {
    this.kernel = kernel;
    this.tie = tie;
    this.address = address;
  }

  /**
   * The address of IP at this end.
   *
   * @throws UnsupportedOperationException if this is a Unix socket
   */
  InetSocketAddress localAddress() throws IOException {
    Places.inet(address);
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

  void setOption(SocketOption<?> option, @Nullable Object value) throws IOException {
    SocketOptionCodec codec = SocketOptionCodec.of(option, tie.kind());
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
    CallMemory.ofThread().small.set(ValueLayout.JAVA_INT, 0, value);
    setWritten(level, name, Integer.BYTES);
  }

  /** Sets an option to what lies in the thread's memory. */
  void setWritten(int level, int name, int length) throws IOException {
    int fd = tie.enterOpen();
    try {
      check(kernel.setOption(fd, level, name, CallMemory.ofThread().small.address(), length));
    } finally {
      tie.exit();
    }
  }

  <T> T option(SocketOption<T> option) throws IOException {
    SocketOptionCodec codec = SocketOptionCodec.of(option, tie.kind());
    return option.type().cast(codec.read(read(codec.level(), codec.number(), 2 * Integer.BYTES)));
  }

  int number(int level, int name) throws IOException {
    return read(level, name, Integer.BYTES).get(ValueLayout.JAVA_INT, 0);
  }

  /** Reads an option into the thread's memory. */
  MemorySegment read(int level, int name, int length) throws IOException {
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.length.set(ValueLayout.JAVA_INT, 0, length);
      check(kernel.option(fd, level, name, memory.small.address(), memory.length.address()));
      return memory.small;
    } finally {
      tie.exit();
    }
  }

  private int check(int answer) throws IOException {
    if (answer < 0) {
      throw Places.at(address, Errno.failure(-answer));
    }
    return answer;
  }
}
