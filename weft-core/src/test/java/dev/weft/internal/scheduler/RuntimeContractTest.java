package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.testkit.Futures.SlowToCancel;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every scheduler has to keep; one subclass each. It is one long file because the contract is
 * one: a scheduler passes all of it or isn't one.
 */
@Timeout(60)
abstract class RuntimeContractTest {

  private final ConcurrentLinkedQueue<Throwable> unhandled = new ConcurrentLinkedQueue<>();
  private final List<Weft> opened = new ArrayList<>();
  final Weft weft = open();

  abstract WeftBuilder scheduler(WeftBuilder builder);

  private Weft open() {
    return open(new WeftBuilder());
  }

  Weft open(WeftBuilder builder) {
    builder.onUnhandled(unhandled::add);
    Weft made = scheduler(builder).build();
    opened.add(made);
    return made;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Weft::close);
    opened.forEach(made -> assertThat(made.metrics().liveTasks()).isZero());
  }

  // ---- results and failures

  @Test
  void blockOn_ready_givesValue() throws Exception {
    assertThat(weft.blockOn(Futures.ready(() -> 42))).isEqualTo(42);
  }

  @Test
  void blockOn_pendingOften_givesValue() throws Exception {
    assertThat(weft.blockOn(Futures.after(1000, () -> "done"))).isEqualTo("done");
  }

  @Test
  void blockOn_failing_throwsTheVeryException() {
    var failure = new IOException("x");
    assertThatThrownBy(
            () ->
                weft.blockOn(
                    cx -> {
                      throw failure;
                    }))
        .isSameAs(failure);
  }

  @Test
  void spawn_join_givesValueToEachJoiner() throws Exception {
    JoinHandle<String> handle = weft.spawn(Futures.after(3, () -> "v"));
    assertThat(weft.blockOn(handle)).isEqualTo("v");
    assertThat(weft.blockOn(handle)).isEqualTo("v");
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void spawn_failing_joinThrowsTheVeryExceptionAndSiblingsGoOn() throws Exception {
    var failure = new IllegalArgumentException("mine");
    JoinHandle<Object> bad =
        weft.spawn(
            cx -> {
              throw failure;
            });
    JoinHandle<Integer> good = weft.spawn(Futures.after(5, () -> 1));
    assertThatThrownBy(() -> weft.blockOn(bad)).isSameAs(failure);
    assertThat(weft.blockOn(good)).isEqualTo(1);
    weft.close();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void spawn_stackOverflowInTask_failsThatTaskOnly() throws Exception {
    JoinHandle<Object> bad = weft.spawn(cx -> Poll.ready(recurse(0)));
    assertThatThrownBy(() -> weft.blockOn(bad)).isInstanceOf(StackOverflowError.class);
    assertThat(weft.blockOn(Futures.ready(() -> 7))).isEqualTo(7);
  }

  private static long recurse(long depth) {
    return depth < 0 ? 0 : recurse(depth + 1) + depth;
  }

  @Test
  void spawn_manyTasks_allRun() throws Exception {
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      int value = i;
      handles.add(weft.spawn(Futures.after(i % 3, () -> value)));
    }
    long sum = 0;
    for (JoinHandle<Integer> handle : handles) {
      sum += weft.blockOn(handle);
    }
    assertThat(sum).isEqualTo(10_000L * 9_999 / 2);
    Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
  }

  @Test
  void spawn_sameFutureTwice_saysSo() throws Exception {
    var sleep = Sleep.after(Duration.ZERO);
    weft.blockOn(weft.spawn(sleep));
    assertThatThrownBy(() -> weft.spawn(sleep))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was spawned before");
  }

  @Test
  void poll_afterCompletion_saysSo() throws Exception {
    var sleep = Sleep.after(Duration.ZERO);
    weft.blockOn(cx -> sleep.poll(cx));
    assertThatThrownBy(() -> weft.blockOn(cx -> sleep.poll(cx)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after it had completed");
  }

  // ---- wakes

  @Test
  void wake_duringOwnPoll_givesExactlyOneMorePoll() throws Exception {
    var polls = new AtomicInteger();
    JoinHandle<Integer> handle =
        weft.spawn(
            cx -> {
              if (polls.incrementAndGet() == 1) {
                cx.waker().wake();
                cx.waker().wake();
                return Poll.pending();
              }
              return Poll.ready(polls.get());
            });
    assertThat(weft.blockOn(handle)).isEqualTo(2);
  }

  @Test
  void wake_idleTaskManyTimes_givesOnePoll() throws Exception {
    var polls = new AtomicInteger();
    var waker = new AtomicReference<Waker>();
    JoinHandle<Void> handle =
        weft.spawn(
            cx -> {
              polls.incrementAndGet();
              waker.set(cx.waker());
              return Poll.pending();
            });
    weft.blockOn(until(() -> waker.get() != null));
    // Inside one task no other one is polled in between, on a single thread; on several the bound
    // holds.
    weft.blockOn(
        Futures.ready(
            () -> {
              for (int i = 0; i < 100; i++) {
                waker.get().wake();
              }
              return null;
            }));
    weft.blockOn(until(() -> polls.get() >= 2));
    assertThat(polls.get()).isBetween(2, 101);
    handle.abort();
  }

  @Test
  void poll_withoutWake_happensOnce() throws Exception {
    var event = new Event<String>();
    JoinHandle<String> handle = weft.spawn(event);
    weft.blockOn(until(() -> event.polls() == 1));
    weft.blockOn(Futures.after(200, () -> null));
    assertThat(event.polls()).isEqualTo(1);
    event.complete("x");
    assertThat(weft.blockOn(handle)).isEqualTo("x");
    assertThat(event.polls()).isEqualTo(2);
  }

  @Test
  void waker_afterTaskAndRuntimeEnded_isHarmless() throws Exception {
    var waker = new AtomicReference<Waker>();
    weft.blockOn(
        weft.spawn(
            cx -> {
              waker.set(cx.waker());
              return Poll.ready(null);
            }));
    waker.get().wake();
    weft.close();
    waker.get().wake();
    assertThat(weft.metrics().liveTasks()).isZero();
  }

  // ---- abort

  @Test
  void abort_idleTask_joinThrowsCancellationExceptionAndFutureWasReleased() {
    var event = new Event<String>();
    JoinHandle<String> handle = weft.spawn(event);
    runUntil(() -> event.polls() == 1);
    handle.abort();
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(event.cancels()).isEqualTo(1);
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void abort_parkedOnTimer_cancels() {
    JoinHandle<Void> handle = weft.spawn(Sleep.after(Duration.ofHours(1)));
    runUntil(() -> weft.metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  void abort_slowCleanUp_isFinishedOnlyAfterIt() {
    var cleaned = new AtomicBoolean();
    JoinHandle<Object> handle = weft.spawn(new SlowToCancel<>(10, () -> cleaned.set(true)));
    runUntil(() -> weft.metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(cleaned).isTrue();
  }

  @Test
  void abort_cleanUpThatFails_joinThrowsThatFailure() {
    var failure = new IllegalStateException("bad close");
    JoinHandle<Object> handle =
        weft.spawn(
            new SlowToCancel<>(
                0,
                () -> {
                  throw failure;
                }));
    runUntil(() -> weft.metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isSameAs(failure);
  }

  @Test
  void abort_finishedTask_changesNothing() throws Exception {
    JoinHandle<Integer> handle = weft.spawn(Futures.ready(() -> 5));
    assertThat(weft.blockOn(handle)).isEqualTo(5);
    handle.abort();
    assertThat(weft.blockOn(handle)).isEqualTo(5);
  }

  @Test
  void abort_taskThatNeverYieldsAgain_completesNormally() throws Exception {
    var handle = new AtomicReference<JoinHandle<String>>();
    handle.set(
        weft.spawn(
            cx -> {
              JoinHandle<String> self = handle.get();
              if (self == null) {
                cx.waker().wake();
                return Poll.pending();
              }
              self.abort();
              return Poll.ready("still");
            }));
    assertThat(weft.blockOn(handle.get())).isEqualTo("still");
  }

  @Test
  void abort_beforeFirstPoll_neverPolls() {
    var event = new Event<String>();
    var handle = new AtomicReference<JoinHandle<String>>();
    // Spawned and aborted within one poll, so no worker of a single thread can have polled it.
    runOnce(
        () -> {
          handle.set(weft.spawn(event));
          handle.get().abort();
        });
    assertThatThrownBy(() -> weft.blockOn(handle.get())).isInstanceOf(CancellationException.class);
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  void task_throwingCancellationItself_countsAsAborted() {
    JoinHandle<Object> handle =
        weft.spawn(
            cx -> {
              throw new Cancellation("by hand");
            });
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  void abort_failureSuppressedOnCancellation_goesToTheHandler() throws Exception {
    var failure = new IOException("close");
    JoinHandle<Object> handle =
        weft.spawn(
            new SlowToCancel<>(
                0,
                () -> {
                  var cancellation = new Cancellation("with a bad close");
                  cancellation.addSuppressed(failure);
                  throw cancellation;
                }));
    runUntil(() -> weft.metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(unhandled).containsExactly(failure);
  }

  // ---- failures that nobody joins

  @Test
  void failure_detached_isReportedOnceAtCompletion() throws Exception {
    var failure = new IllegalStateException("lost");
    JoinHandle<Object> handle = weft.spawn(failing(failure)).detach();
    weft.blockOn(until(handle::isFinished));
    weft.blockOn(until(() -> !unhandled.isEmpty()));
    handle.detach();
    weft.close();
    assertThat(unhandled).containsExactly(failure);
  }

  @Test
  void failure_neverJoined_isReportedOnceAtClose() throws Exception {
    var failure = new IllegalStateException("lost");
    JoinHandle<Object> handle = weft.spawn(failing(failure));
    weft.blockOn(until(handle::isFinished));
    assertThat(unhandled).isEmpty();
    weft.close();
    assertThat(unhandled).containsExactly(failure);
  }

  @Test
  void failure_handleGarbage_isReported() throws Exception {
    var failure = new IllegalStateException("lost");
    weft.spawn(failing(failure));
    weft.blockOn(
        until(
            () -> {
              System.gc();
              return !unhandled.isEmpty();
            }));
    assertThat(unhandled).containsExactly(failure);
  }

  private static Future<Object> failing(RuntimeException failure) {
    return cx -> {
      throw failure;
    };
  }

  // ---- close

  @Test
  void close_pendingTasks_releasesEachOnceAndSpawnAfterwardsIsAborted() {
    List<Event<String>> events = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      var event = new Event<String>();
      events.add(event);
      weft.spawn(event);
    }
    weft.close();
    assertThat(events).allSatisfy(event -> assertThat(event.cancels()).isEqualTo(1));
    JoinHandle<String> late = weft.spawn(Futures.ready(() -> "never"));
    assertThat(late.isFinished()).isTrue();
    assertThatThrownBy(() -> late.poll(Context.of(Waker.noop())))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void close_hourLongTimerPending_returnsAtOnce() {
    weft.spawn(Sleep.after(Duration.ofHours(1)));
    weft.close();
    assertThat(weft.metrics().liveTasks()).isZero();
  }

  @Test
  void close_tasksWhoseCleanUpsWakeEachOther_ends() {
    var first = new AtomicReference<Waker>();
    var second = new AtomicReference<Waker>();
    weft.spawn(wakesAtCancel(first, second));
    weft.spawn(wakesAtCancel(second, first));
    runUntil(() -> first.get() != null && second.get() != null);
    weft.close();
    assertThat(weft.metrics().liveTasks()).isZero();
  }

  private static Future<Object> wakesAtCancel(
      AtomicReference<Waker> own, AtomicReference<Waker> other) {
    return new Future<>() {
      @Override
      public Poll<Object> poll(Context cx) {
        own.set(cx.waker());
        return Poll.pending();
      }

      @Override
      public boolean cancel() {
        Waker waker = other.get();
        if (waker != null) {
          waker.wake();
        }
        return true;
      }
    };
  }

  @Test
  void close_insideItsOwnTask_isRefused() throws Exception {
    JoinHandle<Object> handle =
        weft.spawn(
            cx -> {
              weft.close();
              return Poll.ready(null);
            });
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close was called on");
  }

  @Test
  void close_ofInnerRuntimeInsideTaskOfOuter_leavesOuterUnharmed() throws Exception {
    JoinHandle<Integer> handle =
        weft.spawn(
            Futures.ready(
                () -> {
                  try (Weft inner = scheduler(new WeftBuilder()).build()) {
                    JoinHandle<Integer> child = inner.spawn(Futures.ready(() -> 3));
                    return child == null ? 0 : 3;
                  }
                }));
    assertThat(weft.blockOn(handle)).isEqualTo(3);
    assertThat(weft.blockOn(weft.spawn(Futures.after(3, () -> 4)))).isEqualTo(4);
  }

  @Test
  void shutdown_runningTasks_letsThemFinish() throws Exception {
    JoinHandle<String> handle = weft.spawn(Futures.after(500, () -> "finished"));
    assertThat(weft.shutdown(Duration.ofSeconds(30))).isTrue();
    assertThat(handle.isFinished()).isTrue();
    assertThat(handle.poll(Context.of(Waker.noop()))).isEqualTo(Poll.ready("finished"));
  }

  @Test
  void shutdown_neverEndingTask_cancelsItAtTheLimit() {
    var event = new Event<String>();
    weft.spawn(event);
    assertThat(weft.shutdown(Duration.ofMillis(5))).isFalse();
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  void shutdown_longLimitWithNothingRunning_returnsAtOnce() {
    assertThat(weft.shutdown(Duration.ofDays(1))).isTrue();
  }

  @Test
  void blockOn_closedRuntime_saysSo() {
    weft.close();
    assertThatThrownBy(() -> weft.blockOn(Futures.ready(() -> 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  // ---- blockOn

  @Test
  void blockOn_insideATask_isRefused() {
    assertThatThrownBy(() -> weft.blockOn(cx -> Poll.ready(weft.blockOn(Futures.ready(() -> 1)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn was called inside task");
  }

  @Test
  void blockOn_interrupted_cancelsTheRootAndThrows() {
    var event = new Event<String>();
    Thread caller = Thread.currentThread();
    weft.spawn(
        Futures.after(
            50,
            () -> {
              caller.interrupt();
              return null;
            }));
    assertThatThrownBy(() -> weft.blockOn(event)).isInstanceOf(InterruptedException.class);
    assertThat(event.cancels()).isEqualTo(1);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void blockOn_onVirtualThread_parksIt() throws Exception {
    var result = new AtomicReference<Object>();
    Thread thread =
        Thread.startVirtualThread(
            () -> {
              try {
                result.set(weft.blockOn(Sleep.after(Duration.ofMillis(1))) == null);
              } catch (Throwable failure) {
                result.set(failure);
              }
            });
    thread.join();
    assertThat(result.get()).isEqualTo(true);
  }

  // ---- timers

  @Test
  void sleep_zeroAndShort_complete() throws Exception {
    weft.blockOn(Sleep.after(Duration.ZERO));
    weft.blockOn(Sleep.after(Duration.ofNanos(1)));
    weft.blockOn(weft.spawn(Sleep.after(Duration.ofMillis(2))));
    Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
  }

  @Test
  void sleep_thousandTasks_allWake() throws Exception {
    List<JoinHandle<Void>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft.spawn(Sleep.after(Duration.ofMillis(i % 20))));
    }
    for (JoinHandle<Void> handle : handles) {
      weft.blockOn(handle);
    }
    Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
  }

  // ---- fairness

  @Test
  void selfWakingTaskForEver_othersAndRootStillProgress() throws Exception {
    JoinHandle<Object> spinner =
        weft.spawn(
            cx -> {
              cx.waker().wake();
              return Poll.pending();
            });
    JoinHandle<String> waiter = weft.spawn(Futures.after(50, () -> "through"));
    assertThat(weft.blockOn(waiter)).isEqualTo("through");
    weft.blockOn(Sleep.after(Duration.ofMillis(5)));
    spinner.abort();
    assertThatThrownBy(() -> weft.blockOn(spinner)).isInstanceOf(CancellationException.class);
  }

  @Test
  void taskThatRespawnsItselfForEver_rootStillWakes() throws Exception {
    var stop = new AtomicBoolean();
    respawn(stop);
    weft.blockOn(Sleep.after(Duration.ofMillis(5)));
    assertThat(weft.blockOn(Futures.after(20, () -> "woke"))).isEqualTo("woke");
    stop.set(true);
  }

  private void respawn(AtomicBoolean stop) {
    weft.spawn(
        Futures.ready(
            () -> {
              if (!stop.get()) {
                respawn(stop);
              }
              return null;
            }));
  }

  // ---- blocking pool

  @Test
  void spawnBlocking_callThatBlocks_othersGoOn() throws Exception {
    var release = new CountDownLatch(1);
    JoinHandle<String> blocked =
        weft.spawnBlocking(
            () -> {
              Futures.await(release);
              return Thread.currentThread().getName();
            });
    assertThat(weft.blockOn(Futures.after(10, () -> 1))).isEqualTo(1);
    release.countDown();
    assertThat(weft.blockOn(blocked)).contains("blocking");
  }

  @Test
  void spawnBlocking_failing_throwsTheVeryException() {
    var failure = new IOException("disk");
    JoinHandle<Object> handle =
        weft.spawnBlocking(
            () -> {
              throw failure;
            });
    assertThatThrownBy(() -> weft.blockOn(handle)).isSameAs(failure);
  }

  @Test
  void spawnBlocking_abortedWhileRunning_isInterrupted() throws Exception {
    var started = new CountDownLatch(1);
    JoinHandle<Object> handle =
        weft.spawnBlocking(
            () -> {
              started.countDown();
              new CountDownLatch(1).await();
              return null;
            });
    Futures.await(started);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void spawnBlocking_queueFull_rejectsOrWaits() throws Exception {
    Weft rejecting =
        open(
            (WeftBuilder)
                new WeftBuilder().blockingThreads(1).blockingQueue(1, Weft.WhenFull.REJECT));
    var release = new CountDownLatch(1);
    JoinHandle<Object> running = rejecting.spawnBlocking(() -> waitFor(release));
    JoinHandle<Object> queued = rejecting.spawnBlocking(() -> "queued");
    JoinHandle<Object> tooMany = rejecting.spawnBlocking(() -> "rejected");
    assertThatThrownBy(() -> rejecting.blockOn(tooMany)).hasMessageContaining("holds 1 jobs");
    release.countDown();
    assertThat(rejecting.blockOn(running)).isEqualTo("released");
    assertThat(rejecting.blockOn(queued)).isEqualTo("queued");

    Weft waiting =
        open(
            (WeftBuilder)
                new WeftBuilder().blockingThreads(1).blockingQueue(1, Weft.WhenFull.WAIT));
    List<JoinHandle<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int value = i;
      all.add(waiting.spawnBlocking(() -> value));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(waiting.blockOn(all.get(i))).isEqualTo(i);
    }
  }

  private static Object waitFor(CountDownLatch latch) throws InterruptedException {
    Futures.await(latch);
    return "released";
  }

  @Test
  void spawnBlocking_startedBeforeShutdown_completesAndDelivers() throws Exception {
    var started = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    JoinHandle<Object> handle =
        weft.spawnBlocking(
            () -> {
              started.countDown();
              return waitFor(release);
            });
    Futures.await(started);
    release.countDown();
    assertThat(weft.shutdown(Duration.ofSeconds(20))).isTrue();
    assertThat(handle.poll(Context.of(Waker.noop()))).isEqualTo(Poll.ready("released"));
  }

  // ---- helpers

  /** Pending until a condition holds, looking again with each turn of the scheduler. */
  static Future<Object> until(java.util.function.BooleanSupplier condition) {
    return cx -> {
      if (condition.getAsBoolean()) {
        return Poll.ready(null);
      }
      cx.waker().wake();
      return Poll.pending();
    };
  }

  void runUntil(java.util.function.BooleanSupplier condition) {
    try {
      weft.blockOn(until(condition));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  void runOnce(Runnable action) {
    try {
      weft.blockOn(
          Futures.ready(
              () -> {
                action.run();
                return null;
              }));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  // ---- what must not spread from one task to others

  @Test
  void blockingJob_leavesItsInterruptFlagSet_nextJobBeginsWithoutIt() throws Exception {
    var builder = new WeftBuilder();
    builder.blockingThreads(1);
    Weft one = open(builder);
    JoinHandle<Object> first =
        one.spawnBlocking(
            () -> {
              Thread.currentThread().interrupt();
              return "left it";
            });
    JoinHandle<Boolean> second = one.spawnBlocking(() -> Thread.currentThread().isInterrupted());
    assertThat(one.blockOn(first)).isEqualTo("left it");
    assertThat(one.blockOn(second)).isFalse();
  }

  @Test
  void blockingThread_cannotBeStarted_laterJobsRun() throws Exception {
    var refused = new AtomicBoolean();
    var builder = new WeftBuilder();
    builder.blockingThreads(1);
    builder.threads(
        (name, body) -> {
          if (!name.contains("blocking") || !refused.compareAndSet(false, true)) {
            return new RuntimeThread(name, body);
          }
          var thread = new RuntimeThread(name, () -> {});
          thread.start(); // so that the pool's start of it fails
          return thread;
        });
    Weft one = open(builder);
    JoinHandle<Integer> first = one.spawnBlocking(() -> 1);
    assertThatThrownBy(() -> one.blockOn(first)).isInstanceOf(IllegalThreadStateException.class);
    assertThat(one.blockOn(one.spawnBlocking(() -> 2))).isEqualTo(2);
  }

  @Test
  void timersWaker_throws_isReportedAndOthersGoOn() throws Exception {
    var failure = new IllegalStateException("a waker that throws");
    Waker broken =
        () -> {
          throw failure;
        };
    var sleep = Sleep.after(Duration.ofMillis(1));
    JoinHandle<Object> careless =
        weft.spawn(
            cx -> {
              if (!sleep.isElapsed()) {
                boolean _ = sleep.poll(cx.withWaker(broken)).isReady();
              }
              return Poll.pending();
            });
    weft.blockOn(until(() -> unhandled.contains(failure)));
    unhandled.clear();
    assertThat(weft.blockOn(weft.spawn(Futures.ready(() -> 7)))).isEqualTo(7);
    careless.abort();
  }

  @Test
  void joinersWaker_throws_isReportedAndOthersGoOn() throws Exception {
    var failure = new IllegalStateException("a waker that throws");
    Waker broken =
        () -> {
          throw failure;
        };
    var event = new Event<Integer>();
    JoinHandle<Integer> joined = weft.spawn(event);
    assertThat(joined.poll(Context.of(broken)).isReady()).isFalse();
    event.complete(1);
    weft.blockOn(until(() -> unhandled.contains(failure)));
    unhandled.clear();
    assertThat(weft.blockOn(weft.spawn(Futures.ready(() -> 7)))).isEqualTo(7);
  }

  // ---- ends under load

  @Test
  void close_manyBlockingJobsQueued_noneBegins() throws Exception {
    var builder = new WeftBuilder();
    builder.blockingThreads(1);
    Weft one = open(builder);
    var begun = new CountDownLatch(1);
    var others = new AtomicInteger();
    JoinHandle<Object> first =
        one.spawnBlocking(
            () -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return null;
            });
    Futures.await(begun);
    List<JoinHandle<Integer>> queued = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      queued.add(one.spawnBlocking(others::incrementAndGet));
    }
    one.close();
    assertThat(others).hasValue(0);
    assertThat(queued).allMatch(JoinHandle::isFinished);
    assertThat(first.isFinished()).isTrue();
    unhandled.clear(); // the interrupt of the first
  }

  @Test
  void spawn_racesWithClose_everyHandleEnds() throws Exception {
    for (int round = 0; round < 40; round++) {
      Weft one = open(new WeftBuilder());
      List<Thread> spawners = new ArrayList<>();
      var handles = new ConcurrentLinkedQueue<JoinHandle<?>>();
      var begun = new CountDownLatch(2);
      var stop = new AtomicBoolean();
      for (int i = 0; i < 2; i++) {
        spawners.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      begun.countDown();
                      while (!stop.get()) {
                        handles.add(one.spawn(Futures.ready(() -> 1)));
                      }
                    }));
      }
      Futures.await(begun);
      one.close();
      stop.set(true);
      for (Thread spawner : spawners) {
        spawner.join();
      }
      assertThat(handles).allMatch(JoinHandle::isFinished);
      assertThat(one.metrics().liveTasks()).isZero();
    }
  }
}
