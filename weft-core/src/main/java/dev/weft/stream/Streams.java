package dev.weft.stream;

import dev.weft.Future;
import dev.weft.io.BufReader;
import dev.weft.sync.Mpsc;
import dev.weft.time.DelayQueue;
import dev.weft.time.Interval;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makers of streams and sinks. */
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
    Objects.requireNonNull(reader, "reader");
    return new Sources.Calls<>(() -> reader.readLine(maxBytes));
  }

  /**
   * A stream of what an iterator gives; each element is asked for only when it is needed.
   *
   * @param items the items, none of them null; must not block
   * @param <T> type of the items
   * @return a stream that is never pending
   */
  public static <T> AsyncStream<T> fromIterator(Iterator<? extends T> items) {
    return new Sources.Elements<>(Objects.requireNonNull(items, "items"));
  }

  /**
   * The numbers from one to another, as {@link java.util.stream.IntStream#range}.
   *
   * @param start the first number
   * @param end the number after the last one; at most {@code start} for none
   * @return the stream of all numbers from {@code start} to {@code end - 1}
   */
  public static AsyncStream<Integer> range(int start, int end) {
    return new Sources.Range(start, end);
  }

  /**
   * The items that a block emits. The block runs while an item is waited for, and stands still
   * between them; the stream ends when it returns and fails when it throws.
   *
   * {@snippet class="dev.weft.snippets.StreamSnippets" region="generator"}
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the block stays where it is. Closing the
   * stream cancels the block and waits for its clean-up.
   *
   * @param body the block; it runs once
   * @param <T> type of the items
   * @return a stream that starts the block when its first item is asked for
   */
  public static <T> AsyncStream<T> stream(StreamBody<T> body) {
    return new Generator<>(Objects.requireNonNull(body, "body"));
  }

  /**
   * Items each of which comes from a future that is made of a state, together with the next state.
   *
   * {@snippet class="dev.weft.snippets.StreamSnippets" region="unfold"}
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the future waits for the next call.
   *
   * @param start the first state
   * @param next gives the future for a state; its result is {@code null} at the end
   * @param <S> type of the states
   * @param <T> type of the items
   * @return the stream of items
   */
  public static <S, T> AsyncStream<T> unfold(
      S start, Function<? super S, ? extends Future<? extends @Nullable Step<T, S>>> next) {
    return new Unfolded<>(
        Objects.requireNonNull(start, "start"), Objects.requireNonNull(next, "next"));
  }

  /**
   * One step of {@link #unfold}.
   *
   * @param item the item
   * @param next the state that the next item is made of
   * @param <T> type of the item
   * @param <S> type of the state
   */
  public record Step<T, S>(T item, S next) {

    /** Neither may be null. */
    public Step {
      Objects.requireNonNull(item, "item");
      Objects.requireNonNull(next, "next");
    }
  }

  /**
   * What comes from any of several streams. It ends when all have, and fails when one does; the
   * others are then left as they are until it is closed.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe.
   *
   * @param streams what to read, all at the same time
   * @param <T> type of the items
   * @return the stream of all items
   */
  public static <T> AsyncStream<T> merge(List<? extends AsyncStream<? extends T>> streams) {
    return new Flat<>(List.copyOf(streams));
  }

  /**
   * The messages of a channel. The stream ends when the channel has.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the message stays in the channel.
   *
   * @param receiver where the messages come from; closing the stream closes it
   * @param <T> type of the messages
   * @return a stream that takes them out
   */
  public static <T> AsyncStream<T> fromReceiver(Mpsc.Receiver<T> receiver) {
    return new Sources.Received<>(Objects.requireNonNull(receiver, "receiver"));
  }

  /**
   * The ticks of an interval, without end.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; no tick is lost.
   *
   * @param interval where the ticks come from
   * @return the times at which they were due, in nanoseconds of the runtime's clock
   */
  public static AsyncStream<Long> interval(Interval interval) {
    return new Sources.Calls<>(Objects.requireNonNull(interval, "interval")::tick);
  }

  /**
   * Ticks, the first at once.
   *
   * @param period time from one tick to the next, above zero
   * @return the times at which they were due, in nanoseconds of the runtime's clock
   */
  public static AsyncStream<Long> interval(Duration period) {
    return interval(Interval.every(period));
  }

  /**
   * What a publisher of the JDK's {@link Flow} sends. It is subscribed to when the first item is
   * asked for, and never sends more than was asked for; if it does the stream fails with {@link
   * IllegalStateException}.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; items wait for the next call. Closing the
   * stream cancels the subscription.
   *
   * @param publisher what to subscribe to
   * @param buffer items that are asked for in advance, 1 or more
   * @param <T> type of the items
   * @return the stream of its items
   */
  public static <T> AsyncStream<T> fromPublisher(
      Flow.Publisher<? extends T> publisher, int buffer) {
    return new Published<>(
        Objects.requireNonNull(publisher, "publisher"), Limits.atLeastOne("buffer", buffer));
  }

  /**
   * A sink that sends into a channel; a flush waits until the messages are in it.
   *
   * @param sender where the messages go; closing the sink closes it
   * @param <T> type of the messages
   * @return a sink that fails with {@link dev.weft.sync.ClosedException} once the channel is closed
   */
  public static <T> AsyncSink<T> toSender(Mpsc.Sender<T> sender) {
    return new Sinks.Sent<>(Objects.requireNonNull(sender, "sender"));
  }
}
