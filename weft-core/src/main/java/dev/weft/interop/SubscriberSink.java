package dev.weft.interop;

import dev.weft.Context;
import dev.weft.sync.ClosedException;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A subscriber, seen as a sink that has room while items are asked for. */
final class SubscriberSink<T> implements FlowSink<T> {

  /*
   * The producer sends all signals, so they are serial. The subscription changes the demand and nothing
   * else; a subscriber that asks for less than one item is told so when the producer comes by.
   */

  private final Demand demand = new Demand();
  private Flow.@Nullable Subscriber<? super T> subscriber; // null once it was told of the end
  private boolean ready;

  SubscriberSink(Flow.Subscriber<? super T> subscriber) {
    this.subscriber = subscriber;
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long n) {
            demand.request(n);
          }

          @Override
          public void cancel() {
            demand.cancel();
          }
        });
  }

  @Override
  public boolean pollReady(Context cx) throws Exception {
    long asked = demand.look(cx.waker());
    live(asked);
    ready = asked > 0;
    return ready;
  }

  private Flow.Subscriber<? super T> live(long asked) throws Exception {
    Flow.Subscriber<? super T> target = subscriber;
    if (asked == Demand.MISUSED && target != null) {
      IllegalArgumentException misuse = Flows.misuse();
      fail(misuse);
      throw misuse;
    }
    if (target == null || asked < 0) {
      subscriber = null;
      throw new ClosedException(
          target == null
              ? "The sink of a subscriber was closed, or has failed; it takes no more items."
              : "The subscriber of a sink has cancelled; it takes no more items.");
    }
    return target;
  }

  @Override
  public void startSend(T item) throws Exception {
    Objects.requireNonNull(item, "item");
    Flow.Subscriber<? super T> target = live(demand.now());
    if (!ready) {
      throw new IllegalStateException(
          "The subscriber of a sink hasn't asked for an item; startSend may be called once"
              + " pollReady says so.");
    }
    ready = false;
    if (!demand.take()) {
      target = live(demand.now());
    }
    target.onNext(item);
  }

  @Override
  public boolean pollFlush(Context cx) throws Exception {
    live(demand.now());
    return true;
  }

  @Override
  public boolean pollClose(Context cx) {
    Flow.Subscriber<? super T> target = ended();
    if (target != null) {
      target.onComplete();
    }
    return true;
  }

  @Override
  public void fail(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    Flow.Subscriber<? super T> target = ended();
    if (target != null) {
      target.onError(failure);
    }
  }

  /** Ends it; the subscriber if it has to be told. */
  private Flow.@Nullable Subscriber<? super T> ended() {
    Flow.Subscriber<? super T> target = demand.now() == Demand.CANCELLED ? null : subscriber;
    subscriber = null;
    demand.cancel();
    demand.forget();
    return target;
  }

  @Override
  public void cancelSend() {
    demand.forget();
  }
}
