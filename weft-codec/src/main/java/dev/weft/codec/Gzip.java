package dev.weft.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/** One gzip member (RFC 1952) in, one out. */
final class Gzip {

  /*
   * Why not GZIPInputStream: it takes bytes behind the member for another member and, if they are none,
   * ignores them; and it reads the trailer before anybody can tell how much came out. Here what comes
   * out is counted while it does, in an array that doubles, so that a bomb costs no more than twice the
   * cap, and the member must end where the payload ends.
   */

  private static final int FIXED_HEADER = 10;
  private static final int TRAILER = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int FIRST_CHUNK = 64 << 10;

  private Gzip() {}

  /** A stream that compresses with the default level; it has to be closed. */
  static OutputStream deflating(FrameBuffer target) throws IOException {
    return new GZIPOutputStream(target.stream());
  }

  /** What all of {@code in} inflates to, at most {@code maxBytes}. */
  static ByteBuffer inflate(ByteBuffer in, int maxBytes) throws FrameException {
    int length = in.remaining();
    try (Inflater inflater = new Inflater(true)) {
      skipHeader(in.order(ByteOrder.LITTLE_ENDIAN));
      ByteBuffer out = inflate(in, inflater, maxBytes);
      checkTrailer(in, out);
      return out;
    } catch (DataFormatException invalid) {
      throw new FrameException(
          "The compressed payload of " + length + " bytes is damaged: " + invalid.getMessage(),
          invalid);
    }
  }

  private static ByteBuffer inflate(ByteBuffer in, Inflater inflater, int maxBytes)
      throws DataFormatException, FrameException {
    inflater.setInput(in);
    byte[] out = new byte[firstSize(in, maxBytes)];
    int size = 0;
    while (true) {
      int count = inflater.inflate(out, size, out.length - size);
      size += count;
      if (size > maxBytes) {
        throw new FrameTooLargeException("What the compressed payload inflates to", size, maxBytes);
      }
      if (inflater.finished()) {
        return ByteBuffer.wrap(out, 0, size);
      }
      if (count == 0) {
        throw new FrameException("The compressed payload ends before its data does.");
      }
      if (size == out.length) {
        // One more than the cap, so that what is larger shows, and what is as large gets to its
        // end.
        out = Arrays.copyOf(out, (int) Math.min(maxBytes + 1L, 2L * size));
      }
    }
  }

  /**
   * What the trailer says, as far as that may be trusted with memory, and one byte to see the end.
   */
  private static int firstSize(ByteBuffer in, int maxBytes) {
    int claimed = in.remaining() < TRAILER ? 0 : in.getInt(in.limit() - Integer.BYTES);
    int most = Math.min(maxBytes, FIRST_CHUNK);
    return (claimed < 0 || claimed > most ? most : claimed) + 1;
  }

  private static void checkTrailer(ByteBuffer in, ByteBuffer out) throws FrameException {
    if (in.remaining() != TRAILER) {
      throw new FrameException(
          "The compressed payload has "
              + in.remaining()
              + " bytes after its data; its trailer has "
              + TRAILER
              + " and nothing may follow it.");
    }
    CRC32 crc = new CRC32();
    crc.update(out.duplicate());
    int expected = in.getInt();
    if ((int) crc.getValue() != expected) {
      throw new FrameException(
          "The compressed payload has the checksum %08x; what it inflates to has %08x."
              .formatted(expected, (int) crc.getValue()));
    }
    int size = in.getInt();
    if (size != out.remaining()) {
      throw new FrameException(
          "The compressed payload claims to inflate to "
              + Integer.toUnsignedString(size)
              + " bytes; it gives "
              + out.remaining()
              + ".");
    }
  }

  private static void skipHeader(ByteBuffer in) throws FrameException {
    if (in.remaining() < FIXED_HEADER || in.getShort() != (short) 0x8b1f) {
      throw new FrameException(
          "The compressed payload doesn't begin with a gzip header (1f8b, 10 bytes).");
    }
    int method = in.get();
    int flags = in.get();
    if (method != 8 || (flags & RESERVED) != 0) {
      throw new FrameException(
          "The gzip header has method %d and flags %02x; known are method 8 and flags up to 1f."
              .formatted(method, flags & 0xff));
    }
    skip(in, 6); // time, level and operating system say nothing about the content
    if ((flags & EXTRA) != 0) {
      skip(in, in.remaining() < Short.BYTES ? Short.BYTES : Short.toUnsignedInt(in.getShort()));
    }
    if ((flags & NAME) != 0) {
      skipText(in);
    }
    if ((flags & COMMENT) != 0) {
      skipText(in);
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(in, Short.BYTES);
    }
  }

  private static void skip(ByteBuffer in, int count) throws FrameException {
    if (count > in.remaining()) {
      throw cutHeader();
    }
    in.position(in.position() + count);
  }

  private static void skipText(ByteBuffer in) throws FrameException {
    do {
      if (!in.hasRemaining()) {
        throw cutHeader();
      }
    } while (in.get() != 0);
  }

  private static FrameException cutHeader() {
    return new FrameException("The compressed payload ends inside its gzip header.");
  }
}
