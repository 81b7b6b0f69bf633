package dev.weft.interop;

import dev.weft.Weft;
import dev.weft.stream.AsyncStream;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A publisher that gives each subscriber a stream of its own. */
final class StreamPublisher<T> implements Flow.Publisher<T> {

  private final Weft weft;
  private final boolean ahead;
  private final Supplier<? extends @Nullable AsyncStream<? extends T>> streams;

  /** With {@code ahead}, each stream is asked for one item more than its subscriber has. */
  StreamPublisher(
      Weft weft, boolean ahead, Supplier<? extends @Nullable AsyncStream<? extends T>> streams) {
    this.weft = weft;
    this.ahead = ahead;
    this.streams = streams;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber");
    AsyncStream<? extends T> stream;
    try {
      stream = Objects.requireNonNull(streams.get(), "The supplier of a publisher gave null.");
    } catch (Throwable failure) {
      refuse(subscriber, failure);
      return;
    }
    var pump = new Pump<T>(stream, subscriber, ahead);
    Flow.Subscription subscription = pump.subscription();
    try {
      subscriber.onSubscribe(subscription);
    } catch (Throwable broken) {
      subscription.cancel(); // the pump still has to close the stream
      var _ = weft.spawn(pump).detach();
      throw broken;
    }
    var _ = weft.spawn(pump).detach();
  }

  /** A subscriber is told nothing before it has a subscription. */
  private static void refuse(Flow.Subscriber<?> subscriber, Throwable failure) {
    subscriber.onSubscribe(Inert.SUBSCRIPTION);
    subscriber.onError(failure);
  }

  private enum Inert implements Flow.Subscription {
    SUBSCRIPTION;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
