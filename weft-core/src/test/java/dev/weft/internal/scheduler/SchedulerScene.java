package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Runtimes with one scheduler, closed after each test, which must have looked at all failures. */
@Timeout(60)
abstract class SchedulerScene {

  final ConcurrentLinkedQueue<Throwable> unhandled = new ConcurrentLinkedQueue<>();
  private final List<Weft> opened = new ArrayList<>();
  final Weft weft = open(2);

  abstract Weft.Scheduler scheduler();

  final Weft open(int workers) {
    Weft made =
        Weft.builder().scheduler(scheduler()).workers(workers).onUnhandled(unhandled::add).build();
    opened.add(made);
    return made;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Weft::close);
    opened.forEach(made -> assertThat(made.metrics().liveTasks()).isZero());
    assertThat(unhandled).isEmpty();
  }
}
