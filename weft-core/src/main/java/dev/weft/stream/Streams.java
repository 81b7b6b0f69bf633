package dev.weft.stream;

import dev.weft.io.BufReader;
import dev.weft.time.DelayQueue;
import java.util.List;
import java.util.Objects;

/** Makers of streams. */
public final class Streams {

  private Streams() {}

  /**
   * A stream of items that are there already.
   *
   * @param items the items in order, none of them null
   * @param <T> type of the items
   * @return a stream that is never pending
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public static <T> AsyncStream<T> of(T... items) {
    return new Sources.Elements<>(List.of(items).iterator());
  }

  /**
   * A stream of the elements of a collection or other iterable; each is asked for only when it is
   * needed.
   *
   * @param items the items, none of them null; their iterator must not block
   * @param <T> type of the items
   * @return a stream that is never pending
   */
  public static <T> AsyncStream<T> fromIterable(Iterable<? extends T> items) {
    return new Sources.Elements<>(Objects.requireNonNull(items, "items").iterator());
  }

  /**
   * The values of a delay queue, each when its time has come. The stream has ended whenever the
   * queue is empty, and goes on once something was inserted.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the value stays in the queue.
   *
   * @param queue where the values come from; this stream is its one consumer
   * @param <T> type of the values
   * @return a stream of entries that have been taken out
   */
  public static <T> AsyncStream<DelayQueue.Entry<T>> expiring(DelayQueue<T> queue) {
    return new Sources.Expiring<>(Objects.requireNonNull(queue, "queue"));
  }

  /**
   * The lines of a reader, each at most {@link BufReader#DEFAULT_MAX_LINE_BYTES} long; see {@link
   * #lines(BufReader, int)}.
   *
   * @param reader where the lines come from
   * @return a stream of lines without their ends
   */
  public static AsyncStream<String> lines(BufReader reader) {
    return lines(reader, BufReader.DEFAULT_MAX_LINE_BYTES);
  }

  /**
   * The lines of a reader, as {@link BufReader#readLine(int)} reads them. A line that is too long
   * or isn't UTF-8 ends the stream with that failure; a new stream of the same reader begins with
   * the line after it.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; half a line stays in the reader.
   *
   * @param reader where the lines come from; not closed
   * @param maxBytes longest line in bytes, without its end, from 1 to 1 GiB
   * @return a stream of lines without their ends
   */
  public static AsyncStream<String> lines(BufReader reader, int maxBytes) {
    if (maxBytes < 1 || maxBytes > BufReader.MAX_LIMIT) {
      throw new IllegalArgumentException(
          "maxBytes is " + maxBytes + "; accepted is 1 to " + BufReader.MAX_LIMIT + ".");
    }
    return new Sources.Lines(Objects.requireNonNull(reader, "reader"), maxBytes);
  }
}
