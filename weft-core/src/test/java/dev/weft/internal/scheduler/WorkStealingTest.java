package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Futures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkStealingTest extends RuntimeContractTest implements HandOffContract {

  @Override
  public WeftBuilder scheduler(WeftBuilder builder) {
    builder.workers(2);
    return builder;
  }

  @Test
  void ringOverflow_moreTasksThanFit_allRun() throws Exception {
    var ran = new AtomicInteger();
    JoinHandle<Object> outer =
        weft.spawn(
            cx -> {
              for (int i = 0; i < 5000; i++) {
                weft.spawn(Futures.after(1, ran::incrementAndGet));
              }
              return Poll.ready(null);
            });
    weft.blockOn(outer);
    weft.blockOn(until(() -> ran.get() == 5000));
    assertThat(ran).hasValue(5000);
  }

  @Test
  void task_leavesItsInterruptFlagSet_workerSleepsAndNextTaskIsWithoutIt() throws Exception {
    for (int i = 0; i < 8; i++) {
      weft.blockOn(
          weft.spawn(
              cx -> {
                Thread.currentThread().interrupt();
                return Poll.ready(null);
              }));
      JoinHandle<Boolean> next =
          weft.spawn(cx -> Poll.ready(Thread.currentThread().isInterrupted()));
      assertThat(weft.blockOn(next)).isFalse();
    }
  }

  @Test
  void close_severalTasksDontStop_waitsForAllTogether() throws Exception {
    var builder = new WeftBuilder();
    builder.grace(Duration.ofMillis(10));
    Weft stubborn = open(builder);
    var release = new CountDownLatch(1);
    var blocked = new CountDownLatch(8);
    List<JoinHandle<Object>> handles = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      handles.add(
          stubborn.spawn(
              cx -> {
                blocked.countDown();
                Futures.await(release);
                return Poll.ready(null);
              }));
    }
    Futures.await(blocked);
    long start = System.nanoTime();
    stubborn.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    release.countDown();
    for (JoinHandle<Object> handle : handles) {
      weft.blockOn(until(handle::isFinished));
    }
  }

  @Test
  void spareThread_cannotBeStarted_isReportedAndTriedAgain() throws Exception {
    var failure = new OutOfMemoryError("no thread is left");
    var failures = new AtomicInteger();
    var reports = new ConcurrentLinkedQueue<Throwable>();
    WeftBuilder builder = new WeftBuilder();
    builder.workers(1);
    builder.onUnhandled(reports::add);
    builder.threads(
        (name, body) -> {
          if (name.endsWith("worker-1") && failures.getAndIncrement() < 3) {
            throw failure;
          }
          return new RuntimeThread(name, body);
        });
    try (Weft one = builder.build()) {
      var release = new CountDownLatch(1);
      var blocked = new CountDownLatch(1);
      one.spawn(
          cx -> {
            blocked.countDown();
            Futures.await(release);
            return Poll.ready(null);
          });
      Futures.await(blocked);
      assertThat(one.blockOn(one.spawn(Futures.ready(() -> 7)))).isEqualTo(7);
      assertThat(reports).containsExactly(failure);
      release.countDown();
    }
  }
}
