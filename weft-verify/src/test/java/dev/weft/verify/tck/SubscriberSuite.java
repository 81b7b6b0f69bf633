package dev.weft.verify.tck;

import dev.weft.Weft;
import dev.weft.interop.Flows;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** {@link Flows#subscriber}, from outside. */
public final class SubscriberSuite extends FlowSubscriberBlackboxVerification<Integer> {

  private Weft weft;

  /** For TestNG. */
  public SubscriberSuite() {
    super(Suites.environment());
  }

  @BeforeClass
  public void open() {
    weft = Weft.builder().workers(2).onUnhandled(expected -> {}).build();
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
