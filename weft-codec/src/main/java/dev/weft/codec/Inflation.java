package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Compressed input, of which any piece may come next. */
final class Inflation {

  /*
   * State:
   *
   *   HEADER --> DATA --> TRAILER --> BETWEEN --another byte--> HEADER     gzip
   *              DATA --> ENDED                                            zlib (it has its own), deflate
   *
   * The inflater holds some 40 KiB outside of the heap. It is made for the first byte of data and freed by
   * release(), which may come from another thread than the reader's: hence the lock.
   *
   * What a failing step has put into the target is taken back, so that nobody uses what is over a limit.
   */

  private static final int TRAILER_BYTES = 8;

  private enum Part {
    HEADER,
    DATA,
    TRAILER,
    BETWEEN,
    ENDED
  }

  private final Compression format;
  private final InflateLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final CRC32 crc = new CRC32();
  private final ByteBuffer trailer =
      ByteBuffer.allocate(TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private GzipHeader header = new GzipHeader();
  private Part part;
  private @Nullable Inflater inflater; // guarded by lock
  private boolean released; // guarded by lock
  private boolean filled;
  private long memberBytes;
  private long in;
  private long out;

  Inflation(Compression format, InflateLimits limits) {
    this.format = format;
    this.limits = limits;
    part = first();
  }

  private Part first() {
    return format == Compression.GZIP ? Part.HEADER : Part.DATA;
  }

  /** Whether nothing more can come, whatever the source has. */
  boolean isEnded() {
    return part == Part.ENDED;
  }

  /** Whether the source may end here. */
  boolean mayEnd() {
    return part == Part.BETWEEN || part == Part.ENDED;
  }

  /** Whether there may be output without more input. */
  boolean mayHaveMore() {
    return filled && part == Part.DATA;
  }

  /** Bytes of input that were used. */
  long bytesIn() {
    return in;
  }

  /** Puts what it can into the target; 0 if it needs more of the source or has ended. */
  int inflate(ByteBuffer source, ByteBuffer target) throws IOException {
    lock.lock();
    try {
      if (released) {
        throw new ClosedChannelException();
      }
      int count = 0;
      boolean goesOn = true;
      while (count == 0 && goesOn) {
        int before = source.position();
        Part was = part;
        if (was == Part.DATA) {
          count = data(source, target);
        } else {
          around(source);
        }
        in += source.position() - before;
        goesOn = part != was;
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  private void around(ByteBuffer source) throws FrameException {
    while (source.hasRemaining() && part != Part.DATA && part != Part.ENDED) {
      if (part == Part.BETWEEN) {
        header = new GzipHeader();
        part = Part.HEADER;
      } else if (part == Part.HEADER) {
        if (header.accept(source.get() & 0xff)) {
          part = Part.DATA;
        }
      } else if (trailer.put(source.get()).position() == TRAILER_BYTES) {
        checkTrailer();
        part = Part.BETWEEN;
      }
    }
  }

  private int data(ByteBuffer source, ByteBuffer target) throws FrameException {
    Inflater open = inflater;
    if (open == null) {
      if (!source.hasRemaining()) {
        return 0;
      }
      open = new Inflater(format != Compression.ZLIB);
      inflater = open;
    }
    int start = target.position();
    int first = source.position();
    boolean done = false;
    try {
      open.setInput(source);
      int count = open.inflate(target);
      out += count;
      limits.check(in + source.position() - first, out);
      done = true;
      filled = !target.hasRemaining();
      afterData(open, target, start);
      return count;
    } catch (DataFormatException invalid) {
      throw new FrameException(
          "The "
              + this
              + " input is damaged before its byte "
              + (in + source.position() - first)
              + ": "
              + invalid.getMessage(),
          invalid);
    } finally {
      if (!done) {
        target.position(start);
      }
    }
  }

  private void afterData(Inflater open, ByteBuffer target, int start) throws FrameException {
    if (open.needsDictionary()) {
      throw new FrameException(
          "The %s input needs the preset dictionary %08x; accepted is input without one."
              .formatted(this, open.getAdler()));
    }
    if (format == Compression.GZIP) {
      crc.update(target.duplicate().limit(target.position()).position(start));
      memberBytes += target.position() - start;
    }
    if (open.finished()) {
      if (format == Compression.GZIP) {
        open.reset();
        part = Part.TRAILER;
      } else {
        part = Part.ENDED;
      }
    }
  }

  private void checkTrailer() throws FrameException {
    trailer.flip();
    int checksum = trailer.getInt();
    int size = trailer.getInt();
    trailer.clear();
    if (checksum != (int) crc.getValue()) {
      throw new FrameException(
          "The gzip input has the checksum %08x; what it inflates to has %08x."
              .formatted(checksum, (int) crc.getValue()));
    }
    if (size != (int) memberBytes) {
      throw new FrameException(
          "The gzip input claims to inflate to "
              + Integer.toUnsignedString(size)
              + " bytes; it gives "
              + memberBytes
              + ".");
    }
    crc.reset();
    memberBytes = 0;
  }

  /** Frees the memory outside of the heap; from any thread, also twice. */
  void release() {
    lock.lock();
    try {
      released = true;
      if (inflater != null) {
        inflater.end();
        inflater = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether memory outside of the heap is held. */
  boolean holdsMemory() {
    lock.lock();
    try {
      return inflater != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return format.name().toLowerCase(Locale.ROOT);
  }
}
