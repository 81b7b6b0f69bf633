package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the threads of a runtime survive. */
@Timeout(60)
final class MonitorTest {

  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Test
  void aLookFails_asForWantOfMemory_monitorReportsItAndGoesOn() throws Exception {
    var failure = new OutOfMemoryError("made by the test");
    var looks = new AtomicInteger();
    var patrol =
        new Patrol() {
          @Override
          public boolean look(long nowNanos) {
            if (looks.incrementAndGet() == 1) {
              throw failure;
            }
            return false;
          }

          @Override
          public boolean allAsleep() {
            return false;
          }
        };
    try (Weft weft = new WeftBuilder().onUnhandled(failures::add).build()) {
      var monitor = new Monitor(partsOf(weft), patrol);
      var thread = new RuntimeThread("monitor of the test", monitor);
      thread.start();
      Eventually.until("it looks again", () -> looks.get() > 1);
      monitor.stop();
      thread.join();
      assertThat(failures).containsExactly(failure);
    }
  }

  private static RuntimeParts partsOf(Weft weft) throws Exception {
    return weft.blockOn(
        weft.spawn(
            _ ->
                PollSite.current() instanceof WorkSite site
                    ? Poll.ready(site.parts())
                    : Poll.pending()));
  }

  @Test
  void hookAndAllHandlersThrow_workerLives() throws Exception {
    Weft.Builder builder = new WeftBuilder().workers(1);
    builder.onThreadStart(
        () ->
            Thread.currentThread()
                .setUncaughtExceptionHandler(
                    (_, bad) -> {
                      failures.add(bad);
                      throw new AssertionError("of the thread's handler");
                    }));
    builder.onUnhandled(
        failure -> {
          throw new AssertionError("of the handler", failure);
        });
    builder.onPark(
        () -> {
          throw new AssertionError("of the hook");
        });
    try (Weft weft = builder.build()) {
      for (int i = 0; i < 3; i++) {
        Eventually.until("it sleeps", () -> weft.metrics().parks() > weft.metrics().unparks());
        assertThat(weft.blockOn(weft.spawn(Futures.ready(() -> 5)))).isEqualTo(5);
      }
    }
    assertThat(failures).isNotEmpty();
  }
}
