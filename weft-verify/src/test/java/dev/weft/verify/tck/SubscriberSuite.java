package dev.weft.verify.tck;

import dev.weft.Weft;
import dev.weft.interop.Flows;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;

/** {@link Flows#subscriber}, from outside. */
public final class SubscriberSuite extends FlowSubscriberBlackboxVerification<Integer> {

  private final Weft weft = Weft.builder().workers(2).onUnhandled(expected -> {}).build();

  /** For TestNG. */
  public SubscriberSuite() {
    super(Suites.environment());
  }

  @AfterClass
  public void close() {
    weft.close();
  }

  @Override
  public Flow.Subscriber<Integer> createFlowSubscriber() {
    var channel = Mpsc.<Integer>unbounded();
    return Flows.subscriber(weft, Streams.toSender(channel.sender()), 4);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }
}
