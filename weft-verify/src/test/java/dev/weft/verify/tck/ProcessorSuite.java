package dev.weft.verify.tck;

import dev.weft.Weft;
import dev.weft.interop.Flows;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.IdentityProcessorVerification;
import org.testng.annotations.AfterClass;

/** {@link Flows#processor} that changes nothing. */
public final class ProcessorSuite extends IdentityProcessorVerification<Integer> {

  private final Weft weft = Weft.builder().workers(2).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** For TestNG. */
  public ProcessorSuite() {
    super(Suites.environment(), Suites.GC_MILLIS);
  }

  @AfterClass
  public void close() {
    weft.close();
    threads.shutdownNow();
  }

  @Override
  public Processor<Integer, Integer> createIdentityProcessor(int bufferSize) {
    return FlowAdapters.toProcessor(
        Flows.<Integer, Integer>processor(weft, bufferSize, stream -> stream));
  }

  @Override
  public Publisher<Integer> createFailedPublisher() {
    Flow.Publisher<Integer> failed =
        Flows.publisher(
            weft,
            () -> {
              throw new IllegalStateException("no stream");
            });
    return FlowAdapters.toPublisher(failed);
  }

  @Override
  public ExecutorService publisherExecutorService() {
    return threads;
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  @Override
  public long maxSupportedSubscribers() {
    return 1;
  }
}
