package dev.weft.interop;

import dev.weft.stream.SubscriberStream;
import java.util.concurrent.Flow;

/** A subscriber and the publisher of what is made of its items. */
final class StreamProcessor<A, B> implements Flow.Processor<A, B> {

  private final SubscriberStream<A> in;
  private final Flow.Publisher<B> out;

  StreamProcessor(SubscriberStream<A> in, Flow.Publisher<B> out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super B> subscriber) {
    out.subscribe(subscriber);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    in.onSubscribe(subscription);
  }

  @Override
  public void onNext(A item) {
    in.onNext(item);
  }

  @Override
  public void onError(Throwable failure) {
    in.onError(failure);
  }

  @Override
  public void onComplete() {
    in.onComplete();
  }
}
