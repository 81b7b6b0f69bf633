package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.JoinHandle;
import dev.weft.StackfulBody;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An await below a class initialiser, where the thread of a block can't leave its worker. */
@Tag("stackful")
@Timeout(60)
final class PinnedAwaitTest {

  private static final String WAITED = "waited";

  /** With the opens it is refused, on the JDK's own scheduler it keeps a carrier and works. */
  private static String awaitHere() {
    try {
      Async.await(Async.sleep(Duration.ofMillis(1)));
      return WAITED;
    } catch (Exception refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static final class OnStealing {
    static final String OUTCOME = awaitHere();
  }

  private static final class OnSharded {
    static final String OUTCOME = awaitHere();
  }

  private static final class OnCallersThread {
    static final String OUTCOME = awaitHere();
  }

  @Test
  void workStealing_doesNotStopTheWorkerForEver() throws Exception {
    ends(Weft.Scheduler.WORK_STEALING, () -> OnStealing.OUTCOME);
  }

  @Test
  void sharded_doesNotStopTheWorkerForEver() throws Exception {
    ends(Weft.Scheduler.SHARDED, () -> OnSharded.OUTCOME);
  }

  @Test
  void currentThread_doesNotStopTheCallerForEver() throws Exception {
    ends(Weft.Scheduler.CURRENT_THREAD, () -> OnCallersThread.OUTCOME);
  }

  private static void ends(Weft.Scheduler scheduler, StackfulBody<String> body) throws Exception {
    try (Weft weft = new WeftBuilder().scheduler(scheduler).workers(1).build()) {
      JoinHandle<String> handle = weft.spawn(Async.stackful(body));
      assertThat(weft.blockOn(handle))
          .matches(
              outcome -> outcome.equals(WAITED) || outcome.contains("below a class initialiser"));
      assertThat(weft.blockOn(weft.spawn(Futures.ready(() -> 5)))).isEqualTo(5);
    }
  }
}
