package dev.weft.process;

import dev.weft.Context;
import dev.weft.io.AsyncRead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What an output has given so far, up to a limit. */
final class Collector {

  private static final int CHUNK_BYTES = 8 * 1024;

  private final @Nullable ChildOutput source;
  private final int maxBytes;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
  private final ByteArrayOutputStream all = new ByteArrayOutputStream();
  private boolean ended;

  /**
   * Creates a collector.
   *
   * @param source what to read; {@code null} gives nothing
   */
  Collector(@Nullable ChildOutput source, int maxBytes) {
    this.source = source;
    this.maxBytes = maxBytes;
    this.ended = source == null;
  }

  /** Whether all has been collected. */
  boolean poll(Context cx) throws IOException {
    ChildOutput from = source;
    while (from != null && !ended) {
      int count = from.pollRead(chunk.clear(), cx);
      if (count == AsyncRead.PENDING) {
        return false;
      }
      if (count == AsyncRead.EOF) {
        ended = true;
      } else if (count > maxBytes - all.size()) {
        throw new IOException(
            from + " has more than " + maxBytes + " bytes, the limit; the program was killed.");
      } else {
        all.write(chunk.array(), 0, count);
      }
    }
    return true;
  }

  /** Whether all has been collected that could be had without waiting for who writes. */
  boolean isQuiet() {
    return ended || source == null || source.isInPipe();
  }

  int size() {
    return all.size();
  }

  void cancel() {
    if (source != null) {
      source.cancelRead();
    }
  }

  byte[] bytes() {
    return all.toByteArray();
  }
}
