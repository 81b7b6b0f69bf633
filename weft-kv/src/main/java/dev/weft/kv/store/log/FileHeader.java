package dev.weft.kv.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a file: what it is, the version of its form, a sequence number, and a checksum
 * of these.
 */
enum FileHeader {
  /** A segment; the number is that of its first record. */
  SEGMENT(0x57454654_4c4f4701L),
  /** A snapshot; the number is that of the last record that it covers. */
  SNAPSHOT(0x57454654_534e5001L);

  static final int BYTES = 32;
  private static final int CHECKED = 24;
  private static final int VERSION = 1;

  private final long magic;

  FileHeader(long magic) {
    this.magic = magic;
  }

  ByteBuffer encode(long sequence) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(magic).putInt(VERSION).putInt(0).putLong(sequence);
    return bytes.putInt(crc(bytes)).putInt(0).flip();
  }

  /**
   * What is wrong with a header, or {@code null} if it is the one of that number.
   *
   * @throws IOException if the file is whole and of a version that this program doesn't know
   */
  @Nullable String fault(Path file, ByteBuffer bytes, long sequence) throws IOException {
    if (bytes.remaining() < BYTES) {
      return "its header ends after " + bytes.remaining() + " of " + BYTES + " bytes";
    }
    if (bytes.getLong(0) != magic || bytes.getInt(CHECKED) != crc(bytes)) {
      return "its header is damaged";
    }
    if (bytes.getInt(8) != VERSION) {
      throw new IOException(
          "The file %s has the form of version %d; this program knows version %d."
              .formatted(file, bytes.getInt(8), VERSION));
    }
    if (bytes.getLong(16) != sequence) {
      return "its header says " + bytes.getLong(16) + " and its name says " + sequence;
    }
    return null;
  }

  private static int crc(ByteBuffer bytes) {
    var crc = new CRC32C();
    crc.update(bytes.duplicate().position(0).limit(CHECKED));
    return (int) crc.getValue();
  }
}
