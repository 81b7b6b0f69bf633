package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every scheduler has to keep, one interface for each theme; one subclass for each scheduler.
 */
@Timeout(60)
abstract class RuntimeContractTest
    implements TaskContract,
        WakeContract,
        AbortContract,
        FailureContract,
        CloseContract,
        BlockingContract,
        SpawnOptionsContract,
        ObservationContract {

  private final ConcurrentLinkedQueue<Throwable> unhandled = new ConcurrentLinkedQueue<>();
  private final List<Weft> opened = new ArrayList<>();
  final Weft weft = open(new WeftBuilder());

  @Override
  public final Weft weft() {
    return weft;
  }

  @Override
  public final Weft open(WeftBuilder builder) {
    builder.onUnhandled(unhandled::add);
    Weft made = scheduler(builder).build();
    opened.add(made);
    return made;
  }

  @Override
  public final Collection<Throwable> unhandled() {
    return unhandled;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Weft::close);
    opened.forEach(made -> assertThat(made.metrics().liveTasks()).isZero());
  }
}
