package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures.Event;
import dev.weft.testkit.ManualClock;
import dev.weft.time.DelayQueue;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What timers do on a runtime, with each way to keep them. */
@Timeout(60)
final class TimersOnRuntimeTest {

  private static final int WORKERS = 2;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 500_000);

  private static RuntimeOptions with(Weft.Timer timer) {
    return (RuntimeOptions) Weft.builder().workers(WORKERS).timer(timer);
  }

  private Weft onManualClock(Weft.Timer timer) {
    return with(timer).clock(clock).build();
  }

  private static void awaitPending(Weft weft, int tasks) {
    Eventually.until(
        tasks + " tasks wait",
        () ->
            weft.metrics().liveTasks() == tasks
                && weft.metrics().perWorker().stream().mapToLong(Weft.WorkerMetrics::polls).sum()
                    >= tasks);
  }

  @ParameterizedTest
  @EnumSource
  void clock_advanced_endsExactlyWhatIsDueEvenBelowAMilli(Weft.Timer timer) throws Exception {
    long start = clock.nanoTime();
    try (Weft weft = onManualClock(timer)) {
      var handles = new ArrayList<JoinHandle<Void>>();
      for (long nanos : new long[] {999_999, 1_000_000, 1_000_001}) {
        handles.add(weft.spawn(Sleep.after(Duration.ofNanos(nanos))));
      }
      awaitPending(weft, 3);
      for (int due = 0; due < 3; due++) {
        clock.advanceNanos(due == 0 ? 999_999 : 1);
        weft.blockOn(handles.get(due));
        for (JoinHandle<Void> later : handles.subList(due + 1, 3)) {
          assertThat(later.isFinished()).isFalse();
        }
      }
      assertThat(weft.nanoTime() - start).isEqualTo(1_000_001);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sleeps_ofYears_endAtTheirTimeAndCanBeAborted(Weft.Timer timer) throws Exception {
    try (Weft weft = onManualClock(timer)) {
      JoinHandle<Void> five = weft.spawn(Sleep.after(Duration.ofDays(5 * 365)));
      JoinHandle<Void> never = weft.spawn(Sleep.after(Duration.ofSeconds(Long.MAX_VALUE)));
      awaitPending(weft, 2);
      clock.advance(Duration.ofDays(5 * 365).minusNanos(1));
      weft.blockOn(Async.yieldNow());
      assertThat(five.isFinished()).isFalse();
      clock.advanceNanos(1);
      weft.blockOn(five);
      assertThat(never.isFinished()).isFalse();
      never.abort();
      assertThatThrownBy(() -> weft.blockOn(never)).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void blockingJob_onAClockThatStands_timeStaysAndItsEndWakesTheRuntime() throws Exception {
    var unhandled = new LinkedBlockingQueue<Throwable>();
    try (Weft weft = with(Weft.Timer.WHEEL).clock(clock).onUnhandled(unhandled::add).build()) {
      long start = weft.nanoTime();
      JoinHandle<Void> sleeper = weft.spawn(Sleep.after(Duration.ofSeconds(1)));
      var go = new CountDownLatch(1);
      JoinHandle<String> job =
          weft.spawnBlocking(
              () -> {
                go.await();
                return "done";
              });
      var failed = new CountDownLatch(1);
      weft.spawnBlocking(
              () -> {
                go.await();
                failed.countDown();
                throw new IllegalStateException("planted");
              })
          .detach();
      awaitPending(weft, 3);
      go.countDown();
      assertThat(weft.blockOn(job)).isEqualTo("done");
      failed.await();
      Eventually.until("the failure is reported", () -> unhandled.size() == 1);
      assertThat(weft.nanoTime()).isEqualTo(start);
      assertThat(sleeper.isFinished()).isFalse();
      clock.advance(Duration.ofSeconds(1));
      weft.blockOn(sleeper);
    }
  }

  /** A timer belongs to the worker of its first poll; the abort comes from wherever. */
  @ParameterizedTest
  @EnumSource
  void sleep_abortedFromTheOtherWorkerAsItFires_endsOnceAndNobodySpins(Weft.Timer timer)
      throws Exception {
    int rounds = 500;
    try (Weft weft = with(timer).build()) {
      var ended = new AtomicInteger();
      for (int i = 0; i < rounds; i++) {
        int before = ended.get();
        var sleep = Sleep.after(Duration.ofNanos(i * 500L));
        JoinHandle<Void> sleeper =
            weft.spawn(
                cx -> {
                  Poll<Void> answer = sleep.poll(cx);
                  if (answer.isReady()) {
                    ended.incrementAndGet();
                  }
                  return answer;
                });
        JoinHandle<Object> killer =
            weft.spawn(
                cx -> {
                  sleeper.abort();
                  return Poll.ready(null);
                });
        try {
          weft.blockOn(sleeper);
          assertThat(ended.get()).isEqualTo(before + 1);
        } catch (CancellationException aborted) {
          assertThat(ended.get()).isEqualTo(before);
        }
        weft.blockOn(killer);
      }
      Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
      long parks = weft.metrics().perWorker().stream().mapToLong(Weft.WorkerMetrics::parks).sum();
      assertThat(parks).isLessThan(20L * rounds);
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeout_whileEveryWorkerIsBlocked_stillFires(Weft.Timer timer) throws Exception {
    var free = new CountDownLatch(1);
    try (Weft weft = with(timer).watchdog(Duration.ofHours(1)).build()) {
      var blocked = new CountDownLatch(WORKERS);
      for (int i = 0; i < WORKERS; i++) {
        weft.spawn(
                cx -> {
                  blocked.countDown();
                  free.await();
                  return Poll.ready(null);
                })
            .detach();
      }
      blocked.await();
      JoinHandle<Object> limited =
          weft.spawn(Async.timeout(Duration.ofMillis(2), new Event<Object>()));
      try {
        assertThatThrownBy(() -> weft.blockOn(limited)).isInstanceOf(TimeoutException.class);
      } finally {
        free.countDown();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void earlierTimer_fromAnotherThreadWhileAllSleepForAnHour_firesAtItsTime(Weft.Timer timer)
      throws Exception {
    try (Weft weft = with(timer).build()) {
      JoinHandle<Void> hour = weft.spawn(Sleep.after(Duration.ofHours(1)));
      awaitPending(weft, 1);
      for (int i = 0; i < 50; i++) {
        weft.blockOn(weft.spawn(Sleep.after(Duration.ofNanos(i * 20_000L))));
      }
      assertThat(hour.isFinished()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sleeps_abortedByTheThousand_leaveNoTimer(Weft.Timer timer) throws Exception {
    try (Weft weft = onManualClock(timer)) {
      var handles = new ArrayList<JoinHandle<Void>>();
      for (int i = 0; i < 5_000; i++) {
        handles.add(weft.spawn(Sleep.after(Duration.ofHours(1).plusNanos(i % 7))));
      }
      awaitPending(weft, 5_000);
      handles.forEach(JoinHandle::abort);
      for (JoinHandle<Void> handle : handles) {
        assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
      }
      clock.advance(Duration.ofHours(2));
      assertThat(weft.metrics().liveTasks()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void delayQueue_inRealTimeFromManyThreads_givesEachValueOnceAndNeverEarly(Weft.Timer timer)
      throws Exception {
    int each = 200;
    try (Weft weft = with(timer).build()) {
      DelayQueue<String> queue = DelayQueue.on(weft, Integer.MAX_VALUE);
      var out = new LinkedBlockingQueue<DelayQueue.Entry<String>>();
      var early = new AtomicInteger();
      Future<DelayQueue.Entry<String>>[] take = new Future[1];
      weft.spawn(
              cx -> {
                while (true) {
                  if (take[0] == null) {
                    take[0] = queue.take();
                  }
                  if (!(take[0].poll(cx)
                      instanceof Poll.Ready<DelayQueue.Entry<String>>(var entry))) {
                    return Poll.pending();
                  }
                  take[0] = null;
                  if (weft.nanoTime() - entry.deadlineNanos() < 0) {
                    early.incrementAndGet();
                  }
                  out.add(entry);
                }
              })
          .detach();
      var threads = new ArrayList<Thread>();
      for (int t = 0; t < 3; t++) {
        int from = t * each;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = from; i < from + each; i++) {
                        queue.insert("v" + i, Duration.ofNanos((i * 7919L) % 3_000_000));
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      List<String> values = new ArrayList<>();
      for (int i = 0; i < 3 * each; i++) {
        DelayQueue.Entry<String> entry = out.poll(10, TimeUnit.SECONDS);
        assertThat(entry).isNotNull();
        values.add(entry.value());
      }
      assertThat(values).doesNotHaveDuplicates();
      assertThat(early).hasValue(0);
      assertThat(queue.isEmpty()).isTrue();
    }
  }
}
