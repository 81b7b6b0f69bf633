package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Futures;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WorkStealingTest extends RuntimeContractTest {

  @Override
  public WeftBuilder scheduler(WeftBuilder builder) {
    builder.workers(2);
    return builder;
  }

  @Test
  void wedge_oneTaskBlocksItsWorker_timersAndOthersGoOn() throws Exception {
    var blocked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    JoinHandle<Object> blocker =
        weft.spawn(
            cx -> {
              blocked.countDown();
              Futures.await(release);
              return Poll.ready("released");
            });
    Futures.await(blocked);
    List<JoinHandle<Void>> sleepers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sleepers.add(weft.spawn(Sleep.after(Duration.ofMillis(1 + i % 5))));
    }
    for (JoinHandle<Void> sleeper : sleepers) {
      weft.blockOn(sleeper);
    }
    release.countDown();
    assertThat(weft.blockOn(blocker)).isEqualTo("released");
  }

  @Test
  void wedge_timerOfTheVeryWorkerThatBlocks_fires() throws Exception {
    var release = new CountDownLatch(1);
    var sleeper = new AtomicReference<JoinHandle<Void>>();
    // Both on one worker: the timer is in the wheel of the worker that then blocks.
    JoinHandle<Object> outer =
        weft.spawn(
            cx -> {
              var sleep = Sleep.after(Duration.ofMillis(3));
              assertThat(sleep.poll(cx).isReady()).isFalse();
              sleeper.set(weft.spawn(inner -> sleep.poll(inner)));
              Futures.await(release);
              return Poll.ready("released");
            });
    weft.blockOn(until(() -> sleeper.get() != null));
    weft.blockOn(sleeper.get());
    release.countDown();
    assertThat(weft.blockOn(outer)).isEqualTo("released");
  }

  @Test
  void wedge_allWorkersBlocked_sparesGoOn() throws Exception {
    var release = new CountDownLatch(1);
    var blocked = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      weft.spawn(
          cx -> {
            blocked.countDown();
            Futures.await(release);
            return Poll.ready(null);
          });
    }
    Futures.await(blocked);
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft.spawn(Futures.after(2, () -> 1)));
    }
    for (JoinHandle<Integer> handle : handles) {
      assertThat(weft.blockOn(handle)).isEqualTo(1);
    }
    weft.blockOn(weft.spawn(Sleep.after(Duration.ofMillis(3))));
    release.countDown();
  }

  @Test
  void strandedTask_spawnedLocallyBeforeBlocking_isStolenSoon() throws Exception {
    var release = new CountDownLatch(1);
    JoinHandle<Object> outer =
        weft.spawn(
            cx -> {
              JoinHandle<Object> _ =
                  weft.spawn(
                      inner -> {
                        release.countDown();
                        return Poll.ready(null);
                      });
              Futures.await(release);
              return Poll.ready("freed by the task that it had spawned");
            });
    assertThat(weft.blockOn(outer)).isNotNull();
  }

  @Test
  void blockInPlace_onAllWorkersThenThousandSpawns_allRun() throws Exception {
    var release = new CountDownLatch(1);
    var inside = new CountDownLatch(4);
    var runtime = (WeftRuntime) weft;
    List<JoinHandle<Object>> blockers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      blockers.add(
          weft.spawn(
              cx ->
                  Poll.ready(
                      runtime.blockInPlace(
                          () ->
                              runtime.blockInPlace(
                                  () -> {
                                    inside.countDown();
                                    Futures.await(release);
                                    return "in place";
                                  })))));
    }
    Futures.await(inside);
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft.spawn(Futures.after(1, () -> 1)));
    }
    for (JoinHandle<Integer> handle : handles) {
      assertThat(weft.blockOn(handle)).isEqualTo(1);
    }
    release.countDown();
    for (JoinHandle<Object> blocker : blockers) {
      assertThat(weft.blockOn(blocker)).isEqualTo("in place");
    }
  }

  @Test
  void blockOn_insideBlockInPlace_works() throws Exception {
    var runtime = (WeftRuntime) weft;
    JoinHandle<Object> handle =
        weft.spawn(
            cx ->
                Poll.ready(
                    runtime.blockInPlace(() -> weft.blockOn(Futures.after(3, () -> "inner")))));
    assertThat(weft.blockOn(handle)).isEqualTo("inner");
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
  void blockInPlace_parksAndEndsOnAnotherWorker_noSpareIsLeft() throws Exception {
    var spares = new AtomicInteger();
    var builder = new WeftBuilder();
    builder.blockingKeepAlive(Duration.ofMillis(1));
    builder.onThreadStart(spares::incrementAndGet);
    builder.onThreadStop(spares::decrementAndGet);
    Weft stackful = open(builder);
    List<JoinHandle<Void>> handles = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      handles.add(
          stackful.spawn(
              Async.async(
                  () -> {
                    for (int call = 0; call < 20; call++) {
                      Object _ =
                          Async.blockInPlace(
                              () -> {
                                LockSupport.parkNanos(20_000);
                                return null;
                              });
                    }
                  })));
    }
    for (JoinHandle<Void> handle : handles) {
      stackful.blockOn(handle);
    }
    weft.blockOn(until(() -> spares.get() == 2));
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
