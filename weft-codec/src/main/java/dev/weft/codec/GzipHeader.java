package dev.weft.codec;

import java.util.zip.CRC32;

/** The header of a gzip member (RFC 1952), byte by byte as it comes. */
final class GzipHeader {

  /*
   * State: `part` and how many bytes of it are left or have come. Names and comments have no length and
   * are of no use here, so nothing is kept of them; MAX_BYTES ends one that never ends.
   */

  private static final int FIXED_BYTES = 10;
  private static final int METHOD_AT = 2;
  private static final int FLAGS_AT = 3;
  private static final int DEFLATED = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int MAX_BYTES = 256 << 10;

  private enum Part {
    FIXED,
    EXTRA_LENGTH,
    EXTRA_BYTES,
    NAME_TEXT,
    COMMENT_TEXT,
    CHECKSUM,
    DONE
  }

  private final CRC32 crc = new CRC32();
  private Part part = Part.FIXED;
  private int bytes;
  private int flags;
  private int inPart;
  private int number;

  /** Takes a byte; true if it was the last one. */
  boolean accept(int value) throws FrameException {
    bytes++;
    inPart++;
    if (bytes > MAX_BYTES) {
      throw new FrameTooLargeException("A gzip header", bytes, MAX_BYTES);
    }
    if (part != Part.CHECKSUM) {
      crc.update(value);
    }
    switch (part) {
      case FIXED -> fixed(value);
      case EXTRA_LENGTH -> extraLength(value);
      case EXTRA_BYTES -> endIf(inPart == number);
      case NAME_TEXT, COMMENT_TEXT -> endIf(value == 0);
      case CHECKSUM -> checksum(value);
      case DONE -> throw new IllegalStateException("The gzip header is over.");
    }
    return part == Part.DONE;
  }

  private void fixed(int value) throws FrameException {
    int at = inPart - 1;
    int magic = at == 0 ? 0x1f : 0x8b;
    if (at < METHOD_AT && value != magic) {
      throw new FrameException(
          "Byte %d of a gzip member is %02x; accepted is %02x.".formatted(at, value, magic));
    }
    if (at == METHOD_AT && value != DEFLATED) {
      throw new FrameException(
          "The gzip header has method " + value + "; accepted is " + DEFLATED + ".");
    }
    if (at == FLAGS_AT) {
      flags = value;
      if ((flags & RESERVED) != 0) {
        throw new FrameException(
            "The gzip header has flags %02x; accepted are those up to 1f.".formatted(flags));
      }
    }
    endIf(inPart == FIXED_BYTES);
  }

  private void extraLength(int value) {
    number = inPart == 1 ? value : number | value << Byte.SIZE;
    endIf(inPart == Short.BYTES);
  }

  private void checksum(int value) throws FrameException {
    number = inPart == 1 ? value : number | value << Byte.SIZE;
    if (inPart == Short.BYTES && number != (crc.getValue() & 0xffff)) {
      throw new FrameException(
          "The gzip header has the checksum %04x; its bytes have %04x."
              .formatted(number, crc.getValue() & 0xffff));
    }
    endIf(inPart == Short.BYTES);
  }

  private void endIf(boolean ended) {
    if (ended) {
      part = after(part);
      inPart = 0;
    }
  }

  private Part after(Part last) {
    return switch (last) {
      case FIXED -> (flags & EXTRA) == 0 ? after(Part.EXTRA_BYTES) : Part.EXTRA_LENGTH;
      case EXTRA_LENGTH -> number == 0 ? after(Part.EXTRA_BYTES) : Part.EXTRA_BYTES;
      case EXTRA_BYTES -> (flags & NAME) == 0 ? after(Part.NAME_TEXT) : Part.NAME_TEXT;
      case NAME_TEXT -> (flags & COMMENT) == 0 ? after(Part.COMMENT_TEXT) : Part.COMMENT_TEXT;
      case COMMENT_TEXT -> (flags & HEADER_CRC) == 0 ? Part.DONE : Part.CHECKSUM;
      case CHECKSUM, DONE -> Part.DONE;
    };
  }
}
