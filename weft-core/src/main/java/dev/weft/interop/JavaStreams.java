package dev.weft.interop;

import dev.weft.Weft;
import dev.weft.stream.AsyncStream;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Streams of {@link java.util.stream} and streams of Weft.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="stream"}
 */
public final class JavaStreams {

  private JavaStreams() {}

  /**
   * The items of a JDK stream. They are computed inside the poll, one at a time, so the stream must
   * not block; one that does belongs onto a virtual thread, see {@link VirtualThreads#call}.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe. The JDK's stream is closed at its end,
   * when it fails, and when this one is closed.
   *
   * @param stream what to read; null items make it fail with {@link NullPointerException}
   * @param <T> type of the items
   * @return the stream of its items
   */
  public static <T> AsyncStream<T> from(Stream<? extends T> stream) {
    return new SequentialItems<>(Objects.requireNonNull(stream, "stream"));
  }

  /**
   * A stream for threads that may block: a plain or a virtual one, not a worker. Each item is
   * waited for where it is asked for.
   *
   * <p><em>Cancellation:</em> interrupting the thread ends the wait, and loses no item.
   *
   * @param weft where the stream is polled
   * @param stream what to read
   * @param <T> type of the items
   * @return an iterator, to be closed
   */
  public static <T> BlockingItems<T> blocking(Weft weft, AsyncStream<T> stream) {
    return new BlockingItems<>(
        Objects.requireNonNull(weft, "weft"), Objects.requireNonNull(stream, "stream"));
  }
}
