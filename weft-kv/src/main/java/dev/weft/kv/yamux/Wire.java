package dev.weft.kv.yamux;

import java.nio.ByteBuffer;

/**
 * The header of a frame: version, type, flags, stream and length, 12 bytes, big-endian. The length
 * counts the bytes that follow only in a data frame; elsewhere it is a number of its own.
 */
final class Wire {

  static final int HEADER = 12;
  static final int VERSION = 0;

  static final int DATA = 0;
  static final int WINDOW_UPDATE = 1;
  static final int PING = 2;
  static final int GO_AWAY = 3;

  static final int SYN = 1;
  static final int ACK = 2;
  static final int FIN = 4;
  static final int RST = 8;

  static final int SESSION = 0;

  static final int NORMAL = 0;
  static final int PROTOCOL_ERROR = 1;
  static final int INTERNAL_ERROR = 2;

  /** Data is sent in pieces of at most this size, so that streams take turns. */
  static final int MAX_DATA = 16 << 10;

  private Wire() {}

  static void header(ByteBuffer to, int type, int flags, int stream, int length) {
    to.put((byte) VERSION).put((byte) type).putShort((short) flags).putInt(stream).putInt(length);
  }

  /** A stream's number as it reads: numbers are unsigned. */
  static String name(int stream) {
    return Integer.toUnsignedString(stream);
  }
}
