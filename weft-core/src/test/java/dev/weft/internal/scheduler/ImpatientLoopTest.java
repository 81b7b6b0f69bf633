package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A block that asks again and again without waiting: it must not shut out what it asks for. */
@Timeout(60)
class ImpatientLoopTest {

  private static final int MORE_THAN_A_BUDGET = 200;

  /** Gives the handle's result as soon as a limit of zero finds it. */
  private static <T> Future<T> insist(JoinHandle<T> handle, int operationsBefore) {
    return Async.async(
        () -> {
          for (int i = 0; i < operationsBefore; i++) {
            Async.await(Async.sleep(Duration.ZERO));
          }
          while (true) {
            try {
              return Async.await(Async.timeout(Duration.ZERO, handle));
            } catch (TimeoutException notYet) {
              Thread.onSpinWait();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void zeroTimeoutInALoop_underBlockOnForABlockingJob_getsItsResult(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = Weft.builder().scheduler(scheduler).workers(2).build()) {
      var release = new CountDownLatch(1);
      JoinHandle<String> job =
          weft.spawnBlocking(
              () -> {
                Futures.await(release);
                return "done";
              });
      release.countDown();
      assertThat(weft.blockOn(insist(job, 0))).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void zeroTimeoutInALoop_onceTheBudgetIsUsedUp_stillSeesTheResult(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = Weft.builder().scheduler(scheduler).workers(2).build()) {
      JoinHandle<String> job = weft.spawnBlocking(() -> "done");
      assertThat(weft.blockOn(insist(job, MORE_THAN_A_BUDGET))).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void zeroTimeoutInALoop_ofATask_letsTheTasksBehindItRun(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = Weft.builder().scheduler(scheduler).workers(1).build()) {
      var behind = new CountDownLatch(1);
      JoinHandle<Object> never = weft.spawn(Futures.never());
      JoinHandle<Object> loop = weft.spawn(insist(never, 0));
      weft.spawn(
          cx -> {
            behind.countDown();
            return Poll.ready(null);
          });
      weft.blockOn(RuntimeUnderTest.until(() -> behind.getCount() == 0));
      loop.abort();
    }
  }
}
