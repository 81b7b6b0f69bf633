package dev.weft.verify.tck;

import dev.weft.Weft;
import dev.weft.interop.Flows;
import dev.weft.stream.Streams;
import java.util.concurrent.Flow;
import java.util.stream.LongStream;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;

/** {@link Flows#publisher}. */
public final class PublisherSuite extends FlowPublisherVerification<Long> {

  private final Weft weft = Weft.builder().workers(2).build();

  /** For TestNG. */
  public PublisherSuite() {
    super(Suites.environment(), Suites.GC_MILLIS);
  }

  @AfterClass
  public void close() {
    weft.close();
  }

  @Override
  public Flow.Publisher<Long> createFlowPublisher(long elements) {
    return Flows.publisher(
        weft, () -> Streams.fromIterator(LongStream.range(0, elements).iterator()));
  }

  @Override
  public Flow.Publisher<Long> createFailedFlowPublisher() {
    return Flows.publisher(
        weft,
        () -> {
          throw new IllegalStateException("no stream");
        });
  }
}
