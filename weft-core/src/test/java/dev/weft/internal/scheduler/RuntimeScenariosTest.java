package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.TaskLocal;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.testkit.Futures.SlowToCancel;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Courses of events in which schedulers are known to go wrong; one subclass for each scheduler. */
abstract class RuntimeScenariosTest extends SchedulerScene {

  // ---- abort

  @Test
  void abort_handleNotKept_releasesTheFutureAllTheSame() throws Exception {
    var event = new Event<String>();
    weft.blockOn(abortedOncePolled(event));
    weft.blockOn(until(() -> event.cancels() == 1));
    weft.blockOn(until(() -> weft.metrics().liveTasks() == 1));
  }

  private Future<Object> abortedOncePolled(Event<String> event) {
    JoinHandle<String> handle = weft.spawn(event);
    return cx -> {
      if (event.polls() == 0) {
        cx.waker().wake();
        return Poll.pending();
      }
      handle.abort();
      return Poll.ready(null);
    };
  }

  @Test
  void abort_fromAForeignThread_releasesOnAThreadOfTheRuntimeBeforeTheJoinReturns()
      throws Exception {
    var released = new AtomicReference<Thread>();
    var polled = new CountDownLatch(1);
    JoinHandle<Object> handle =
        weft.spawn(
            new Future<>() {
              @Override
              public Poll<Object> poll(Context cx) {
                polled.countDown();
                return Poll.pending();
              }

              @Override
              public boolean cancel() {
                released.set(Thread.currentThread());
                return true;
              }
            });
    Thread foreign =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Futures.await(polled);
                  } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                  }
                  handle.abort();
                });
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(released.get()).isNotNull().isNotSameAs(foreign);
    foreign.join();
  }

  @Test
  void abort_detachedAndItsCleanUpFails_isReportedOnceAndOthersGoOn() throws Exception {
    var failure = new IllegalStateException("bad close");
    var slow =
        new SlowToCancel<Object>(
            2,
            () -> {
              throw failure;
            });
    JoinHandle<Object> handle = weft.spawn(slow).detach();
    weft.blockOn(until(slow::wasPolled));
    handle.abort();
    weft.blockOn(until(handle::isFinished));
    assertThat(weft.blockOn(weft.spawn(Futures.after(2, () -> 5)))).isEqualTo(5);
    weft.close();
    assertThat(unhandled).containsExactly(failure);
    unhandled.clear();
  }

  @Test
  void abort_byTwoTasks_bothJoinsEndAfterTheCleanUp() throws Exception {
    var cleaned = new AtomicBoolean();
    var slow = new SlowToCancel<Object>(50, () -> cleaned.set(true));
    JoinHandle<Object> victim = weft.spawn(slow);
    weft.blockOn(until(slow::wasPolled));
    List<JoinHandle<Boolean>> killers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      killers.add(
          weft.spawn(
              cx -> {
                victim.abort();
                try {
                  return victim.poll(cx).isReady() ? Poll.ready(false) : Poll.pending();
                } catch (CancellationException expected) {
                  return Poll.ready(cleaned.get());
                }
              }));
    }
    for (JoinHandle<Boolean> killer : killers) {
      assertThat(weft.blockOn(killer)).isTrue();
    }
  }

  @Test
  void abort_racesWithTheFirstPoll_everyTaskEndsOnce() throws Exception {
    var handles = new ConcurrentLinkedQueue<JoinHandle<String>>();
    var stop = new AtomicBoolean();
    Thread aborting =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!stop.get() || !handles.isEmpty()) {
                    JoinHandle<String> next = handles.poll();
                    if (next == null) {
                      Thread.onSpinWait();
                    } else {
                      next.abort();
                    }
                  }
                });
    for (int i = 0; i < 3_000; i++) {
      var event = new Event<String>();
      JoinHandle<String> handle = weft.spawn(event);
      handles.add(handle);
      assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
      event.complete("too late");
      assertThat(event.cancels()).isEqualTo(1);
    }
    stop.set(true);
    aborting.join();
    Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
  }

  @Test
  void abort_taskWithJoiner_releasesTheFutureBeforeTheJoinerIsWoken() throws Exception {
    var event = new Event<String>();
    JoinHandle<String> handle = weft.spawn(event);
    var cancelsAtWake = new AtomicInteger(-1);
    assertThat(handle.poll(Context.of(() -> cancelsAtWake.set(event.cancels()))).isReady())
        .isFalse();
    weft.blockOn(until(() -> event.polls() == 1));
    handle.abort();
    weft.blockOn(until(() -> cancelsAtWake.get() >= 0));
    assertThat(cancelsAtWake).hasValue(1);
  }

  // ---- contexts

  @Test
  void blockOn_ofAnotherRuntimeInsideATask_isRefused() {
    Weft another = open(1);
    assertThatThrownBy(
            () -> weft.blockOn(cx -> Poll.ready(another.blockOn(Futures.ready(() -> 1)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn was called inside task");
  }

  @Test
  void blockOn_rootFails_othersGoOnAndAreReleasedAtClose() throws Exception {
    var event = new Event<String>();
    weft.spawn(event);
    var failure = new IllegalStateException("root");
    assertThatThrownBy(
            () ->
                weft.blockOn(
                    cx -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(event.cancels()).isZero();
    assertThat(weft.blockOn(Futures.after(3, () -> 2))).isEqualTo(2);
    weft.close();
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  void taskLocal_ofASuspendedTask_isNotSeenByOthersOnTheThread() throws Exception {
    TaskLocal<Integer> local = TaskLocal.create("number");
    List<JoinHandle<Integer>> bound = new ArrayList<>();
    List<JoinHandle<Integer>> bare = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int value = i;
      bound.add(weft.spawn(local.where(value, watched(local, value))));
      bare.add(weft.spawn(watched(local, null)));
    }
    for (int i = 0; i < 50; i++) {
      assertThat(weft.blockOn(bound.get(i))).isZero();
      assertThat(weft.blockOn(bare.get(i))).isZero();
    }
  }

  /** Yields often, and gives how often it saw another value than that. */
  private static Future<Integer> watched(TaskLocal<Integer> local, @Nullable Integer value) {
    var wrong = new AtomicInteger();
    var left = new AtomicInteger(20);
    return cx -> {
      if (!Objects.equals(local.getOrNull(), value)) {
        wrong.incrementAndGet();
      }
      if (left.decrementAndGet() > 0) {
        cx.waker().wake();
        return Poll.pending();
      }
      return Poll.ready(wrong.get());
    };
  }

  @Test
  void poll_usesUpTheParkTokenOfItsThread_nothingHangs() throws Exception {
    Future<String> greedy =
        Futures.after(
            100,
            () -> {
              LockSupport.unpark(Thread.currentThread());
              LockSupport.park();
              return "fine";
            });
    assertThat(weft.blockOn(weft.spawn(greedy))).isEqualTo("fine");
    weft.blockOn(weft.spawn(Sleep.after(Duration.ofMillis(1))));
  }

  // ---- fairness and wake-ups

  @Test
  void selfWakingTasksForEver_wakeFromAForeignThread_comesThrough() throws Exception {
    List<JoinHandle<Object>> spinners = spinners(4);
    var event = new Event<String>();
    JoinHandle<String> waiter = weft.spawn(event);
    Thread foreign =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    event.awaitPolled();
                  } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                  }
                  event.complete("through");
                });
    assertThat(weft.blockOn(waiter)).isEqualTo("through");
    foreign.join();
    spinners.forEach(JoinHandle::abort);
  }

  private List<JoinHandle<Object>> spinners(int count) {
    List<JoinHandle<Object>> spinners = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      spinners.add(
          weft.spawn(
              cx -> {
                cx.waker().wake();
                return Poll.pending();
              }));
    }
    return spinners;
  }

  @Test
  void hundredPairsThatWakeEachOtherOnOneWorker_anotherTaskStillFinishes() throws Exception {
    Weft single = open(1);
    for (int i = 0; i < 100; i++) {
      var first = new AtomicReference<Waker>();
      var second = new AtomicReference<Waker>();
      single.spawn(wakesTheOther(first, second));
      single.spawn(wakesTheOther(second, first));
    }
    assertThat(single.blockOn(single.spawn(Futures.after(5, () -> "third")))).isEqualTo("third");
  }

  private static Future<Object> wakesTheOther(
      AtomicReference<Waker> own, AtomicReference<Waker> other) {
    return cx -> {
      own.set(cx.waker());
      Waker waker = other.get();
      if (waker != null) {
        waker.wake();
      }
      return Poll.pending();
    };
  }

  @Test
  void spawn_asTheRuntimeFallsAsleep_runsAtOnce() throws Exception {
    var end = new Event<String>();
    var failure = new AtomicReference<Throwable>();
    Thread foreign =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    end.awaitPolled();
                    for (int i = 0; i < 2_000; i++) {
                      var ran = new CountDownLatch(1);
                      weft.spawn(
                          cx -> {
                            ran.countDown();
                            return Poll.ready(null);
                          });
                      Futures.await(ran);
                    }
                  } catch (Throwable wrong) {
                    failure.set(wrong);
                  }
                  end.complete("end");
                });
    assertThat(weft.blockOn(end)).isEqualTo("end");
    foreign.join();
    assertThat(failure.get()).isNull();
  }

  @Test
  void join_ofFinishedTasksInALoop_yieldsWhenTheBudgetIsUsedUp() throws Exception {
    JoinHandle<Integer> finished = weft.spawn(Futures.ready(() -> 1));
    weft.blockOn(finished);
    var joined = new AtomicInteger();
    JoinHandle<Integer> loop =
        weft.spawn(
            cx -> {
              if (joined.get() > 0) {
                return Poll.ready(joined.get());
              }
              while (joined.get() < 10_000
                  && RawFuture.own(finished).pollRaw(cx) != RawFuture.PENDING) {
                joined.incrementAndGet();
              }
              return Poll.pending();
            });
    assertThat(weft.blockOn(loop)).isEqualTo(PollContext.BUDGET);
  }

  // ---- timers

  @Test
  void sleep_addedFromAnotherThreadWhileAnHourIsWaitedFor_firesAtItsTime() throws Exception {
    JoinHandle<Void> hour = weft.spawn(Sleep.after(Duration.ofHours(1)));
    var end = new Event<String>();
    Thread foreign =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    end.awaitPolled();
                  } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                  }
                  var sleep = Sleep.after(Duration.ofMillis(2));
                  weft.spawn(
                      cx -> {
                        if (!sleep.poll(cx).isReady()) {
                          return Poll.pending();
                        }
                        end.complete("fired");
                        return Poll.ready(null);
                      });
                });
    assertThat(weft.blockOn(end)).isEqualTo("fired");
    foreign.join();
    assertThat(hour.isFinished()).isFalse();
  }

  @Test
  void sleep_abortedFromAnotherThreadAsItFires_endsOnce() throws Exception {
    var aborted = new AtomicInteger();
    var fired = new AtomicInteger();
    for (int i = 0; i < 300; i++) {
      JoinHandle<Void> sleeper = weft.spawn(Sleep.after(Duration.ofNanos(i * 1_000L)));
      JoinHandle<Object> killer =
          weft.spawn(
              Futures.after(
                  i % 30,
                  () -> {
                    sleeper.abort();
                    return null;
                  }));
      try {
        weft.blockOn(sleeper);
        fired.incrementAndGet();
      } catch (CancellationException expected) {
        aborted.incrementAndGet();
      }
      weft.blockOn(killer);
    }
    assertThat(aborted.get() + fired.get()).isEqualTo(300);
    Eventually.until("no task is alive", () -> weft.metrics().liveTasks() == 0);
  }
}
