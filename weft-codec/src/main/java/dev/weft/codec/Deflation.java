package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Output that is compressed piece by piece. */
final class Deflation {

  /*
   * The deflater holds some 256 KiB outside of the heap. It is made for the first byte and freed by
   * release(), which may come from another thread than the writer's: hence the lock. It never keeps a
   * reference to a source between two calls; the source's position tells what it has taken.
   */

  /**
   * Room that a target must have for each call: for a header, a trailer, or the mark of a flush.
   */
  static final int LEAST_ROOM = 16;

  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Compression format;
  private final int level;
  private final ReentrantLock lock = new ReentrantLock();
  private final CRC32 crc = new CRC32();
  private @Nullable Deflater deflater; // guarded by lock
  private boolean released; // guarded by lock
  private long bytes;

  Deflation(Compression format, int level) {
    this.format = format;
    this.level = level;
  }

  /** Compresses what fits; the source's position moves. */
  void deflate(ByteBuffer source, ByteBuffer target) throws IOException {
    lock.lock();
    try {
      Deflater open = open(target);
      int start = source.position();
      open.setInput(source);
      open.deflate(target, Deflater.NO_FLUSH);
      open.setInput(NOTHING);
      if (format == Compression.GZIP) {
        crc.update(source.duplicate().limit(source.position()).position(start));
        bytes += source.position() - start;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Brings all that was taken into the target; if that is full then, call it again. */
  void flush(ByteBuffer target) throws IOException {
    lock.lock();
    try {
      open(target).deflate(target, Deflater.SYNC_FLUSH);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the output; false if the target had too little room, then call it again. */
  boolean finish(ByteBuffer target) throws IOException {
    lock.lock();
    try {
      Deflater open = open(target);
      open.finish();
      open.deflate(target, Deflater.NO_FLUSH);
      if (!open.finished()) {
        return false;
      }
      if (format == Compression.GZIP) {
        if (target.remaining() < 2 * Integer.BYTES) {
          return false;
        }
        target.order(ByteOrder.LITTLE_ENDIAN).putInt((int) crc.getValue()).putInt((int) bytes);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Deflater open(ByteBuffer target) throws ClosedChannelException {
    if (released) {
      throw new ClosedChannelException();
    }
    Deflater open = deflater;
    if (open == null) {
      open = new Deflater(level, format != Compression.ZLIB);
      deflater = open;
      if (format == Compression.GZIP) {
        target.put(HEADER);
      }
    }
    return open;
  }

  /** Frees the memory outside of the heap; from any thread, also twice. */
  void release() {
    lock.lock();
    try {
      released = true;
      if (deflater != null) {
        deflater.end();
        deflater = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether memory outside of the heap is held. */
  boolean holdsMemory() {
    lock.lock();
    try {
      return deflater != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return format.name().toLowerCase(Locale.ROOT);
  }
}
