package dev.weft.net.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The little of the DER encoding that is needed to tell kinds of private keys apart. */
final class Der {

  static final int INTEGER = 0x02;
  static final int OCTET_STRING = 0x04;
  static final int OID = 0x06;
  static final int SEQUENCE = 0x30;
  static final int CONTEXT_0 = 0xA0;

  private static final int LONG_LENGTH = 0x80;
  private static final int MOST_LENGTH_BYTES = 3;

  private final ByteBuffer bytes;

  Der(byte[] bytes) {
    this(ByteBuffer.wrap(bytes));
  }

  private Der(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return bytes.hasRemaining();
  }

  /** Moves past the next element and returns its content. */
  Der next(int tag) {
    try {
      int found = bytes.get() & 0xFF;
      if (found != tag) {
        throw new IllegalArgumentException(
            "it has an element of type 0x%02x where 0x%02x belongs".formatted(found, tag));
      }
      return content();
    } catch (BufferUnderflowException short_) {
      throw new IllegalArgumentException("it ends in the middle of an element", short_);
    }
  }

  /** Moves past elements up to one of a type and returns its content; {@code null} at the end. */
  @Nullable Der find(int tag) {
    try {
      while (bytes.hasRemaining()) {
        int found = bytes.get() & 0xFF;
        Der content = content();
        if (found == tag) {
          return content;
        }
      }
      return null;
    } catch (BufferUnderflowException short_) {
      throw new IllegalArgumentException("it ends in the middle of an element", short_);
    }
  }

  private Der content() {
    int length = bytes.get() & 0xFF;
    if (length >= LONG_LENGTH) {
      int count = length - LONG_LENGTH;
      if (count == 0 || count > MOST_LENGTH_BYTES) {
        throw new IllegalArgumentException("it has a length of " + count + " bytes");
      }
      length = 0;
      for (int i = 0; i < count; i++) {
        length = (length << 8) | (bytes.get() & 0xFF);
      }
    }
    if (length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    Der content = new Der(bytes.slice(bytes.position(), length));
    bytes.position(bytes.position() + length);
    return content;
  }

  byte[] toBytes() {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return copy;
  }

  String toHex() {
    return HexFormat.of().formatHex(toBytes());
  }

  /** One element. */
  static byte[] element(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    int header = length < LONG_LENGTH ? 2 : length < 1 << 8 ? 3 : length < 1 << 16 ? 4 : 5;
    ByteBuffer all = ByteBuffer.allocate(header + length).put((byte) tag);
    if (header == 2) {
      all.put((byte) length);
    } else {
      all.put((byte) (LONG_LENGTH + header - 2));
      for (int shift = 8 * (header - 3); shift >= 0; shift -= 8) {
        all.put((byte) (length >> shift));
      }
    }
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }
}
