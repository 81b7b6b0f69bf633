package dev.weft.io;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The read of one line. */
final class LineFuture extends BufferedOp<@Nullable String> {

  private static final byte NEWLINE = '\n';
  private static final byte RETURN = '\r';

  private final int maxBytes;
  private int scanned; // from the front of the buffer: no newline there

  LineFuture(BufReader reader, int maxBytes) {
    super(reader);
    this.maxBytes = maxBytes;
  }

  @Override
  @Nullable Object tryTake() throws IOException {
    if (!reader.skipped(NEWLINE)) {
      return PENDING;
    }
    int newline = reader.indexOf(NEWLINE, scanned);
    if (newline >= 0) {
      boolean both = newline > 0 && reader.byteAt(newline - 1) == RETURN;
      return line(both ? newline - 1 : newline, newline + 1);
    }
    scanned = reader.buffered();
    if (scanned > maxBytes && !mayStillFit()) {
      reader.skipThrough(NEWLINE);
      throw tooLong();
    }
    return PENDING;
  }

  /** A return just past the limit belongs to the line's end if a newline follows. */
  private boolean mayStillFit() {
    return scanned == maxBytes + 1 && reader.byteAt(maxBytes) == RETURN;
  }

  @Override
  @Nullable Object atEnd() throws IOException {
    reader.stopSkipping();
    int left = reader.buffered();
    return left == 0 ? null : line(left, left);
  }

  private String line(int length, int consumed) throws IOException {
    try {
      if (length > maxBytes) {
        throw tooLong();
      }
      return reader.text(length);
    } finally {
      reader.consume(consumed); // Also a line that can't be returned is over.
    }
  }

  private IOException tooLong() {
    return new IOException("A line is longer than the limit of " + maxBytes + " bytes.");
  }

  @Override
  int wanted() {
    return maxBytes + 2;
  }
}
