package dev.weft.io;

import java.io.IOException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The operations of {@link BufReader} on bytes. */
final class BufReads {

  private BufReads() {}

  static final class Fill extends BufferedOp<Integer> {

    Fill(BufReader reader) {
      super(reader);
    }

    @Override
    Object tryTake() {
      reader.stopSkipping();
      return reader.buffered() > 0 ? (Object) reader.buffered() : PENDING;
    }

    @Override
    Object atEnd() {
      return AsyncRead.EOF;
    }

    @Override
    int wanted() {
      return 1;
    }
  }

  static final class Exact extends BufferedOp<byte[]> {

    private final int count;

    Exact(BufReader reader, int count) {
      super(reader);
      this.count = count;
    }

    @Override
    Object tryTake() {
      reader.stopSkipping();
      return reader.buffered() >= count ? reader.take(count) : PENDING;
    }

    @Override
    Object atEnd() throws IOException {
      throw endedEarly(count, count - reader.buffered());
    }

    @Override
    int wanted() {
      return count;
    }
  }

  static final class ToEnd extends BufferedOp<byte[]> {

    private final int limit;

    ToEnd(BufReader reader, int limit) {
      super(reader);
      this.limit = limit;
    }

    @Override
    Object tryTake() throws IOException {
      reader.stopSkipping();
      if (reader.buffered() > limit) {
        throw new IOException("The source has more than the limit of " + limit + " bytes.");
      }
      return PENDING;
    }

    @Override
    Object atEnd() {
      return reader.take(reader.buffered());
    }

    @Override
    int wanted() {
      return limit + 1;
    }
  }

  static final class Until extends BufferedOp<byte[]> {

    private final byte delimiter;
    private final int limit;
    private int scanned; // from the front of the buffer: no delimiter there

    Until(BufReader reader, byte delimiter, int limit) {
      super(reader);
      this.delimiter = delimiter;
      this.limit = limit;
    }

    @Override
    Object tryTake() throws IOException {
      if (!reader.skipped(delimiter)) {
        return PENDING;
      }
      int index = reader.indexOf(delimiter, scanned);
      if (index >= 0 && index < limit) {
        return reader.take(index + 1);
      }
      if (index >= 0) {
        reader.consume(index + 1);
        throw tooLong();
      }
      if (reader.buffered() > limit) {
        reader.skipThrough(delimiter);
        throw tooLong();
      }
      scanned = reader.buffered();
      return PENDING;
    }

    private IOException tooLong() {
      return new IOException(
          "No delimiter 0x%02X within the limit of %d bytes."
              .formatted(Byte.toUnsignedInt(delimiter), limit));
    }

    @Override
    Object atEnd() {
      reader.stopSkipping();
      return reader.take(reader.buffered());
    }

    @Override
    int wanted() {
      return limit + 1;
    }
  }

  static final class Fixed<T> extends BufferedOp<T> {

    private final int size;
    private final boolean lowestFirst;
    private final LongFunction<T> type;

    Fixed(BufReader reader, int size, boolean lowestFirst, LongFunction<T> type) {
      super(reader);
      this.size = size;
      this.lowestFirst = lowestFirst;
      this.type = type;
    }

    @Override
    @Nullable Object tryTake() {
      reader.stopSkipping();
      if (reader.buffered() < size) {
        return PENDING;
      }
      long bits = 0;
      for (int i = 0; i < size; i++) {
        bits = bits << 8 | Byte.toUnsignedLong(reader.byteAt(lowestFirst ? size - 1 - i : i));
      }
      reader.consume(size);
      return type.apply(bits);
    }

    @Override
    Object atEnd() throws IOException {
      throw endedEarly(size, size - reader.buffered());
    }

    @Override
    int wanted() {
      return size;
    }
  }
}
