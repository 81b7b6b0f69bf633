package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.Weft.WorkerMetrics;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What can be seen of the workers from outside: counters and hooks. */
interface ObservationContract extends RuntimeUnderTest {

  @Test
  default void workerMetrics_addedUp_areTheMetricsOfAll() throws Exception {
    for (int i = 0; i < 50; i++) {
      weft().blockOn(weft().spawn(Futures.after(3, () -> 1)));
    }
    weft().blockOn(weft().spawn(Sleep.after(Duration.ofMillis(1))));
    weft().close();
    Weft.Metrics all = weft().metrics();
    assertThat(all.perWorker()).hasSizeGreaterThanOrEqualTo(all.workers());
    assertThat(all.polls()).isGreaterThanOrEqualTo(200);
    assertThat(sum(all, WorkerMetrics::polls)).isEqualTo(all.polls());
    assertThat(sum(all, WorkerMetrics::steals)).isEqualTo(all.steals());
    assertThat(sum(all, WorkerMetrics::parks)).isEqualTo(all.parks()).isPositive();
    assertThat(sum(all, WorkerMetrics::wakes)).isEqualTo(all.unparks());
    assertThat(sum(all, WorkerMetrics::yields)).isEqualTo(all.yields());
    assertThat(sum(all, WorkerMetrics::busyNanos)).isPositive();
    assertThat(all.perWorker()).allMatch(worker -> worker.pollTimes().isEmpty());
  }

  private static long sum(Weft.Metrics all, ToLongFunction<WorkerMetrics> counter) {
    return all.perWorker().stream().mapToLong(counter).sum();
  }

  @Test
  default void busyTime_whileNothingIsToBeDone_standsStill() throws Exception {
    weft().blockOn(weft().spawn(Futures.after(3, () -> 1)));
    runUntilAsleep();
    long before = sum(weft().metrics(), WorkerMetrics::busyNanos);
    long after = sum(weft().metrics(), WorkerMetrics::busyNanos);
    assertThat(after).isEqualTo(before);
  }

  private void runUntilAsleep() {
    Eventually.until(
        "all workers sleep",
        () -> {
          long first = sum(weft().metrics(), WorkerMetrics::busyNanos);
          LockSupport.parkNanos(1_000_000);
          return sum(weft().metrics(), WorkerMetrics::busyNanos) == first;
        });
  }

  @Test
  default void pollTimes_asked_countEachPoll() throws Exception {
    var builder = new WeftBuilder();
    builder.pollTimes();
    Weft measured = open(builder);
    for (int i = 0; i < 20; i++) {
      measured.blockOn(measured.spawn(Futures.after(3, () -> 1)));
    }
    measured.close();
    Weft.Metrics metrics = measured.metrics();
    long measurements =
        sum(metrics, worker -> worker.pollTimes().stream().mapToLong(Long::longValue).sum());
    assertThat(measurements).isEqualTo(metrics.polls()).isGreaterThanOrEqualTo(80);
  }

  @Test
  default void pollHooks_areCalledAroundEachPollWithTheTasksNumber() throws Exception {
    var begun = new AtomicLong();
    var ended = new AtomicLong();
    var hooked = new AtomicLong();
    var builder = new WeftBuilder();
    var wanted = new AtomicLong(-1);
    builder.beforePoll(
        id -> {
          begun.incrementAndGet();
          if (id == wanted.get()) {
            hooked.incrementAndGet();
          }
        });
    builder.afterPoll(id -> ended.incrementAndGet());
    Weft observed = open(builder);
    var event = new Event<String>();
    JoinHandle<String> handle = observed.spawn(event);
    observed.blockOn(RuntimeUnderTest.until(() -> event.polls() == 1));
    wanted.set(handle.id());
    event.complete("x");
    assertThat(observed.blockOn(handle)).isEqualTo("x");
    observed.close();
    assertThat(hooked).hasValue(1);
    assertThat(begun.get()).isEqualTo(ended.get()).isEqualTo(observed.metrics().polls());
  }

  @Test
  default void pollHook_throws_isReportedAndTheTaskIsPolled() throws Exception {
    var failure = new IllegalStateException("bad hook");
    var failures = new ConcurrentLinkedQueue<Throwable>();
    var builder = new WeftBuilder();
    var calls = new AtomicInteger();
    builder.beforePoll(
        id -> {
          if (calls.getAndIncrement() == 0) {
            throw failure;
          }
        });
    Weft observed = open(builder);
    assertThat(observed.blockOn(observed.spawn(Futures.after(2, () -> 7)))).isEqualTo(7);
    failures.addAll(unhandled());
    assertThat(failures).containsExactly(failure);
    unhandled().clear();
  }

  @Test
  default void parkHooks_areCalledInPairs() throws Exception {
    var parks = new AtomicInteger();
    var unparks = new AtomicInteger();
    var builder = new WeftBuilder();
    builder.onPark(parks::incrementAndGet);
    builder.onUnpark(unparks::incrementAndGet);
    Weft observed = open(builder);
    observed.blockOn(observed.spawn(Sleep.after(Duration.ofMillis(2))));
    observed.close();
    assertThat(parks.get()).isPositive().isEqualTo(unparks.get());
    assertThat((long) parks.get()).isEqualTo(observed.metrics().parks());
  }

  @Test
  default void parkHook_spawnsATask_theWorkerRunsItBeforeItSleeps() throws Exception {
    var runtime = new AtomicReference<Weft>();
    var event = new Event<String>();
    var builder = new WeftBuilder();
    builder.onPark(
        () -> {
          Weft observed = runtime.getAndSet(null);
          if (observed != null) {
            observed.spawn(
                Futures.ready(
                    () -> {
                      event.complete("run");
                      return null;
                    }));
          }
        });
    Weft observed = open(builder);
    runtime.set(observed);
    observed.spawn(Futures.ready(() -> 1));
    assertThat(observed.blockOn(event)).isEqualTo("run");
  }
}
