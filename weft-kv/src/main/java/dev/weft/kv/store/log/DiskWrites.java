package dev.weft.kv.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes that go on until everything is written. */
final class DiskWrites {

  /** The most that one call moves: the JDK copies each through a buffer of that size. */
  static final int CHUNK = 2 << 20;

  private static final int ZEROS = 1 << 16;

  private DiskWrites() {}

  /** Writes all of the bytes; a write that takes only some of them is continued. */
  static void all(DiskFile file, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    int end = bytes.limit();
    while (bytes.position() < end) {
      bytes.limit(Math.min(end, bytes.position() + CHUNK));
      int written = file.write(bytes, at);
      if (written <= 0) {
        throw new IOException(
            "The system wrote none of " + bytes.remaining() + " bytes at offset " + at + ".");
      }
      bytes.limit(end);
      at += written;
    }
  }

  /** Writes zeros from one offset up to another. */
  static void zeros(DiskFile file, long from, long to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, Math.max(0, to - from)));
    for (long at = from; at < to; at += zeros.limit()) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
      all(file, zeros, at);
    }
  }
}
