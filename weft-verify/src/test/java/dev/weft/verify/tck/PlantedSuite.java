package dev.weft.verify.tck;

import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** A publisher that takes any request for misuse and answers with a failure. */
public final class PlantedSuite extends FlowPublisherVerification<Long> {

  /** For TestNG. */
  public PlantedSuite() {
    super(Suites.shortEnvironment(), Suites.GC_MILLIS);
  }

  @Override
  public Flow.Publisher<Long> createFlowPublisher(long elements) {
    return subscriber ->
        subscriber.onSubscribe(
            new Flow.Subscription() {
              @Override
              public void request(long n) {
                subscriber.onError(new IllegalArgumentException("planted"));
              }

              @Override
              public void cancel() {}
            });
  }

  @Override
  public Flow.Publisher<Long> createFailedFlowPublisher() {
    return createFlowPublisher(0);
  }
}
