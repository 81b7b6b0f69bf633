package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.SocketOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A socket option as Linux has it: a level, a number and one or two ints.
 *
 * @param level of the protocol
 * @param number of the option
 * @param kind what it holds
 */
record SocketOptionCodec(int level, int number, Kind kind) {

  /** What an option holds. */
  enum Kind {
    FLAG,
    NUMBER,
    /** A flag and a number of seconds; -1 stands for off. */
    LINGER
  }

  private static final int SOL_SOCKET = 1;
  private static final int SO_BROADCAST = 6;
  private static final int SO_KEEPALIVE = 9;
  private static final int SO_LINGER = 13;
  private static final int IPPROTO_IP = 0;
  private static final int IPPROTO_TCP = 6;

  // By name, since those of jdk.net are in a module that may be missing.
  private static final Map<String, SocketOptionCodec> OF_NAMES =
      Map.ofEntries(
          Map.entry("SO_REUSEADDR", new SocketOptionCodec(SOL_SOCKET, 2, Kind.FLAG)),
          Map.entry("SO_BROADCAST", new SocketOptionCodec(SOL_SOCKET, SO_BROADCAST, Kind.FLAG)),
          Map.entry("SO_SNDBUF", new SocketOptionCodec(SOL_SOCKET, 7, Kind.NUMBER)),
          Map.entry("SO_RCVBUF", new SocketOptionCodec(SOL_SOCKET, 8, Kind.NUMBER)),
          Map.entry("SO_KEEPALIVE", new SocketOptionCodec(SOL_SOCKET, SO_KEEPALIVE, Kind.FLAG)),
          Map.entry("SO_LINGER", new SocketOptionCodec(SOL_SOCKET, SO_LINGER, Kind.LINGER)),
          Map.entry("SO_REUSEPORT", new SocketOptionCodec(SOL_SOCKET, 15, Kind.FLAG)),
          Map.entry("IP_TOS", new SocketOptionCodec(IPPROTO_IP, 1, Kind.NUMBER)),
          Map.entry("TCP_NODELAY", new SocketOptionCodec(IPPROTO_TCP, 1, Kind.FLAG)),
          Map.entry("TCP_KEEPIDLE", new SocketOptionCodec(IPPROTO_TCP, 4, Kind.NUMBER)),
          Map.entry("TCP_KEEPINTERVAL", new SocketOptionCodec(IPPROTO_TCP, 5, Kind.NUMBER)),
          Map.entry("TCP_KEEPCOUNT", new SocketOptionCodec(IPPROTO_TCP, 6, Kind.NUMBER)),
          Map.entry("TCP_QUICKACK", new SocketOptionCodec(IPPROTO_TCP, 12, Kind.FLAG)));

  /**
   * That of an option.
   *
   * @throws UnsupportedOperationException if a socket of this kind has no such option
   */
  static SocketOptionCodec of(SocketOption<?> option, SocketKind socket) {
    SocketOptionCodec codec = OF_NAMES.get(option.name());
    if (codec == null || !codec.isOf(socket)) {
      throw new UnsupportedOperationException("'" + option + "' not supported");
    }
    return codec;
  }

  private boolean isOf(SocketKind socket) {
    if (level == SOL_SOCKET) {
      return switch (number) {
        case SO_LINGER -> socket.isStream();
        case SO_KEEPALIVE -> socket.isTcp();
        case SO_BROADCAST -> socket.isUdp();
        default -> true;
      };
    }
    return level == IPPROTO_IP ? socket.isInet() : socket.isTcp();
  }

  /** Writes a value; gives its length in bytes. */
  int write(SocketOption<?> option, @Nullable Object value, MemorySegment memory) {
    Object given = option.type().cast(value);
    if (given == null) {
      throw new IllegalArgumentException(
          "'" + option + "' is null; accepted is a " + option.type() + ".");
    }
    switch (kind) {
      case FLAG -> memory.set(ValueLayout.JAVA_INT, 0, (Boolean) given ? 1 : 0);
      case NUMBER -> memory.set(ValueLayout.JAVA_INT, 0, atLeastZero(option, (Integer) given));
      case LINGER -> {
        int seconds = (Integer) given;
        memory.set(ValueLayout.JAVA_INT, 0, seconds < 0 ? 0 : 1);
        memory.set(ValueLayout.JAVA_INT, Integer.BYTES, Math.clamp(seconds, 0, 65_535));
        return 2 * Integer.BYTES;
      }
    }
    return Integer.BYTES;
  }

  private static int atLeastZero(SocketOption<?> option, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "'" + option + "' is " + value + "; accepted is 0 or more.");
    }
    return value;
  }

  /** Reads a value. */
  Object read(MemorySegment memory) {
    int first = memory.get(ValueLayout.JAVA_INT, 0);
    return switch (kind) {
      case FLAG -> first != 0;
      case NUMBER -> first;
      case LINGER -> first == 0 ? -1 : memory.get(ValueLayout.JAVA_INT, Integer.BYTES);
    };
  }
}
