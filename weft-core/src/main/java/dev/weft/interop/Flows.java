package dev.weft.interop;

import dev.weft.Weft;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.stream.SubscriberStream;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Streams and sinks as the publishers and subscribers of {@link Flow}, and sinks of subscribers. A
 * publisher becomes a stream by {@link Streams#fromPublisher}. All of them keep the rules of
 * Reactive Streams.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="publisher"}
 */
public final class Flows {

  private Flows() {}

  /**
   * A publisher that gives each subscriber a stream of its own, read by a task of its own. It is
   * asked for an item only when the subscriber has asked, so the end of the stream is noticed with
   * the request after the last item.
   *
   * <p><em>Cancellation:</em> cancelling a subscription stops its stream and closes it. If the
   * runtime is closed, subscribers fail with {@link java.util.concurrent.CancellationException}.
   * The last signal comes when the stream has been closed.
   *
   * @param weft where the tasks run; signals come from there
   * @param streams gives a new stream for a subscriber; if it throws, that is what the subscriber
   *     is told
   * @param <T> type of the items
   * @return a publisher for any number of subscribers
   */
  public static <T> Flow.Publisher<T> publisher(
      Weft weft, Supplier<? extends AsyncStream<? extends T>> streams) {
    return new StreamPublisher<>(
        Objects.requireNonNull(weft, "weft"), false, Objects.requireNonNull(streams, "streams"));
  }

  /**
   * A publisher of one stream, for one subscriber; any further one fails with {@link
   * IllegalStateException}. For several use {@link AsyncStream#share} with {@link #publisher(Weft,
   * Supplier)}.
   *
   * @param weft where the task runs that reads the stream
   * @param stream what to publish; if nobody subscribes, it is left as it is
   * @param <T> type of the items
   * @return a publisher for one subscriber
   */
  public static <T> Flow.Publisher<T> publisher(Weft weft, AsyncStream<? extends T> stream) {
    return publisher(weft, once(Objects.requireNonNull(stream, "stream")));
  }

  private static <T> Supplier<AsyncStream<? extends T>> once(AsyncStream<? extends T> stream) {
    var left = new AtomicReference<@Nullable AsyncStream<? extends T>>(stream);
    return () -> {
      AsyncStream<? extends T> only = left.getAndSet(null);
      if (only == null) {
        throw new IllegalStateException(
            "A publisher of one stream accepts one subscriber; give Flows.publisher a supplier of"
                + " streams for more.");
      }
      return only;
    };
  }

  /**
   * A subscriber as a sink: it has room while the subscriber has asked for items. Closing the sink
   * completes the subscriber. The subscriber is given its subscription by this call.
   *
   * <p><em>Cancellation:</em> once the subscriber has cancelled, the sink fails with {@link
   * dev.weft.sync.ClosedException}.
   *
   * @param subscriber where the items go; its methods are called by whoever uses the sink
   * @param <T> type of the items
   * @return a sink
   */
  public static <T> FlowSink<T> sink(Flow.Subscriber<? super T> subscriber) {
    return new SubscriberSink<>(Objects.requireNonNull(subscriber, "subscriber"));
  }

  /**
   * A sink as a subscriber: a task sends what comes into the sink, and closes it at the end. A
   * failure of the publisher leaves the sink unclosed; it, and a failure of the sink, which cancels
   * the subscription, go to the runtime's handler.
   *
   * <p><em>Cancellation:</em> if the runtime is closed, the subscription is cancelled.
   *
   * @param weft where the task runs
   * @param sink where the items go
   * @param buffer items that are asked for in advance, 1 or more
   * @param <T> type of the items
   * @return a subscriber, for one publisher
   */
  public static <T> Flow.Subscriber<T> subscriber(Weft weft, AsyncSink<T> sink, int buffer) {
    Objects.requireNonNull(weft, "weft");
    Objects.requireNonNull(sink, "sink");
    SubscriberStream<T> in = SubscriberStream.create(buffer);
    var _ = weft.spawn(new Draining<>(in, sink)).detach();
    return in;
  }

  /**
   * What a function makes of a stream, as a processor for one publisher and one subscriber. A
   * failure of the publisher goes through the function's stream to the subscriber. The function's
   * stream is asked for one item more than the subscriber has asked for, since an end or a failure
   * is to be passed on without a request.
   *
   * {@snippet class="dev.weft.snippets.InteropSnippets" region="processor"}
   *
   * <p><em>Cancellation:</em> when the subscriber cancels, or the function's stream ends, the
   * processor's own subscription is cancelled.
   *
   * @param weft where the task runs
   * @param buffer items that are asked for in advance, 1 or more
   * @param function makes the outgoing stream of the incoming one; called once, by this call
   * @param <A> type of the incoming items
   * @param <B> type of the outgoing items
   * @return a processor
   */
  public static <A, B> Flow.Processor<A, B> processor(
      Weft weft,
      int buffer,
      Function<? super AsyncStream<A>, ? extends AsyncStream<? extends B>> function) {
    Objects.requireNonNull(weft, "weft");
    SubscriberStream<A> in = SubscriberStream.create(buffer);
    AsyncStream<? extends B> out =
        Objects.requireNonNull(function.apply(in), "The function of a processor gave null.");
    return new StreamProcessor<>(in, new StreamPublisher<B>(weft, true, once(out)));
  }

  static IllegalArgumentException misuse() {
    return new IllegalArgumentException(
        "A subscriber has requested less than one item; a request accepts 1 or more (rule 3.9).");
  }
}
