package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlobalQueueTest extends RuntimeContractTest implements HandOffContract {

  @Override
  public WeftBuilder scheduler(WeftBuilder builder) {
    builder.scheduler(Weft.Scheduler.GLOBAL_QUEUE).workers(2);
    return builder;
  }

  @Test
  void tasks_onOneWorker_runInTheOrderOfTheirSpawns() throws Exception {
    var builder = new WeftBuilder();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    try (Weft single = builder.scheduler(Weft.Scheduler.GLOBAL_QUEUE).workers(1).build()) {
      JoinHandle<Object> spawner =
          single.spawn(
              cx -> {
                for (int i = 0; i < 1000; i++) {
                  int number = i;
                  single.spawn(Futures.ready(() -> order.add(number)));
                }
                return Poll.ready(null);
              });
      single.blockOn(spawner);
      single.blockOn(RuntimeUnderTest.until(() -> order.size() == 1000));
    }
    assertThat(order).isSorted();
  }

  @Test
  void metrics_saysWhichSchedulerAndThatNothingIsStolen() throws Exception {
    for (int i = 0; i < 100; i++) {
      weft.blockOn(weft.spawn(Futures.after(2, () -> 1)));
    }
    assertThat(weft.metrics().scheduler()).isEqualTo(Weft.Scheduler.GLOBAL_QUEUE);
    assertThat(weft.metrics().polls()).isGreaterThanOrEqualTo(100);
    assertThat(weft.metrics().steals()).isZero();
  }
}
