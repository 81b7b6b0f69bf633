package dev.weft.verify.tck;

import dev.weft.stream.SubscriberStream;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** {@link SubscriberStream}, with a look at what it is told. */
public final class WhiteboxSuite extends FlowSubscriberWhiteboxVerification<Integer> {

  /** For TestNG. */
  public WhiteboxSuite() {
    super(Suites.environment());
  }

  @Override
  protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
    return new Probed(probe);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  /** Passes all on and tells the TCK; the stream itself asks for a buffer that no test fills. */
  private record Probed(WhiteboxSubscriberProbe<Integer> probe, SubscriberStream<Integer> stream)
      implements Flow.Subscriber<Integer> {

    Probed(WhiteboxSubscriberProbe<Integer> probe) {
      this(probe, SubscriberStream.create(1_000));
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      stream.onSubscribe(subscription);
      probe.registerOnSubscribe(
          new SubscriberPuppet() {
            @Override
            public void triggerRequest(long elements) {
              subscription.request(elements);
            }

            @Override
            public void signalCancel() {
              boolean _ = stream.closeAsync().cancel();
            }
          });
    }

    @Override
    public void onNext(Integer item) {
      stream.onNext(item);
      probe.registerOnNext(item);
    }

    @Override
    public void onError(Throwable failure) {
      stream.onError(failure);
      probe.registerOnError(failure);
    }

    @Override
    public void onComplete() {
      stream.onComplete();
      probe.registerOnComplete();
    }
  }
}
