package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How a runtime ends, at once or after its tasks, and what comes too late. */
interface CloseContract extends RuntimeUnderTest {

  @Test
  default void close_pendingTasks_releasesEachOnceAndSpawnAfterwardsIsAborted() {
    List<Event<String>> events = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      var event = new Event<String>();
      events.add(event);
      weft().spawn(event);
    }
    weft().close();
    assertThat(events).allSatisfy(event -> assertThat(event.cancels()).isEqualTo(1));
    JoinHandle<String> late = weft().spawn(Futures.ready(() -> "never"));
    assertThat(late.isFinished()).isTrue();
    assertThatThrownBy(() -> late.poll(Context.of(Waker.noop())))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  default void close_hourLongTimerPending_returnsAtOnce() {
    weft().spawn(Sleep.after(Duration.ofHours(1)));
    weft().close();
    assertThat(weft().metrics().liveTasks()).isZero();
  }

  @Test
  default void close_tasksWhoseCleanUpsWakeEachOther_ends() {
    var first = new AtomicReference<Waker>();
    var second = new AtomicReference<Waker>();
    weft().spawn(wakesAtCancel(first, second));
    weft().spawn(wakesAtCancel(second, first));
    runUntil(() -> first.get() != null && second.get() != null);
    weft().close();
    assertThat(weft().metrics().liveTasks()).isZero();
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
  default void close_insideItsOwnTask_isRefused() throws Exception {
    JoinHandle<Object> handle =
        weft()
            .spawn(
                cx -> {
                  weft().close();
                  return Poll.ready(null);
                });
    assertThatThrownBy(() -> weft().blockOn(handle))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close was called on");
  }

  @Test
  default void close_calledAgainByTheHandlerOfItsLastReport_doesNotWaitForItself()
      throws Exception {
    var own = new AtomicReference<Weft>();
    var reports = new AtomicInteger();
    WeftBuilder builder = scheduler(new WeftBuilder());
    builder.onUnhandled(
        failure -> {
          reports.incrementAndGet();
          own.get().close();
        });
    Weft one = builder.build();
    own.set(one);
    JoinHandle<Object> failed =
        one.spawn(
            Futures.ready(
                () -> {
                  throw new IllegalStateException("nobody joins this");
                }));
    one.blockOn(RuntimeUnderTest.until(failed::isFinished));
    one.close();
    assertThat(reports).hasValue(1);
    assertThat(failed.isFinished()).isTrue(); // and not garbage before
  }

  @Test
  default void close_insideItsLongPollListener_isRefused() throws Exception {
    var own = new AtomicReference<Weft>();
    var refused = new AtomicReference<Throwable>();
    var told = new CountDownLatch(1);
    var builder = new WeftBuilder();
    builder.watchdog(Duration.ofMillis(10));
    builder.onLongPoll(
        poll -> {
          refused.compareAndSet(null, catchThrowable(() -> own.get().close()));
          told.countDown();
        });
    Weft one = open(builder);
    own.set(one);
    JoinHandle<Object> handle =
        one.spawn(
            cx -> {
              Futures.await(told);
              return Poll.ready(null);
            });
    one.blockOn(handle);
    assertThat(refused.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close was called on");
  }

  @Test
  default void close_interruptedAgainAndAgain_waitsForItsThreadsAllTheSame() throws Exception {
    var release = new CountDownLatch(1);
    var ending = new AtomicReference<Thread>();
    var builder = new WeftBuilder();
    builder.onThreadStop(
        () -> {
          if (Thread.currentThread().getName().contains("blocking")) {
            ending.set(Thread.currentThread());
            Eventually.until("it may end", () -> release.getCount() == 0);
          }
        });
    Weft one = open(builder);
    assertThat(one.blockOn(one.spawnBlocking(() -> 1))).isEqualTo(1);
    Thread closer = Thread.ofPlatform().start(one::close);
    for (int i = 0; i < 3; i++) {
      Eventually.until(
          "it waits for the thread of the pool",
          () -> ending.get() != null && closer.getState() == Thread.State.TIMED_WAITING);
      closer.interrupt();
      Eventually.until("it has seen the interrupt", () -> !closer.isInterrupted());
    }
    assertThat(closer.isAlive()).isTrue();
    release.countDown();
    closer.join();
    assertThat(ending.get().isAlive()).isFalse();
  }

  @Test
  default void close_ofInnerRuntimeInsideTaskOfOuter_leavesOuterUnharmed() throws Exception {
    JoinHandle<Integer> handle =
        weft()
            .spawn(
                Futures.ready(
                    () -> {
                      try (Weft inner = scheduler(new WeftBuilder()).build()) {
                        JoinHandle<Integer> child = inner.spawn(Futures.ready(() -> 3));
                        return child == null ? 0 : 3;
                      }
                    }));
    assertThat(weft().blockOn(handle)).isEqualTo(3);
    assertThat(weft().blockOn(weft().spawn(Futures.after(3, () -> 4)))).isEqualTo(4);
  }

  @Test
  default void shutdown_runningTasks_letsThemFinish() throws Exception {
    JoinHandle<String> handle = weft().spawn(Futures.after(500, () -> "finished"));
    assertThat(weft().shutdown(Duration.ofSeconds(30))).isTrue();
    assertThat(handle.isFinished()).isTrue();
    assertThat(handle.poll(Context.of(Waker.noop()))).isEqualTo(Poll.ready("finished"));
  }

  @Test
  default void shutdown_neverEndingTask_cancelsItAtTheLimit() {
    var event = new Event<String>();
    weft().spawn(event);
    assertThat(weft().shutdown(Duration.ofMillis(5))).isFalse();
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  default void shutdown_longLimitWithNothingRunning_returnsAtOnce() {
    assertThat(weft().shutdown(Duration.ofDays(1))).isTrue();
  }

  @Test
  default void blockOn_closedRuntime_saysSo() {
    weft().close();
    assertThatThrownBy(() -> weft().blockOn(Futures.ready(() -> 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  default void close_manyBlockingJobsQueued_noneBegins() throws Exception {
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
    unhandled().clear(); // the interrupt of the first
  }

  @Test
  default void spawn_racesWithClose_everyHandleEnds() throws Exception {
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
