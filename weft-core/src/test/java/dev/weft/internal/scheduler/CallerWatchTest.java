package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.PollContext;
import dev.weft.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Polls that take long, and the code in them that asks whether it may go on. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallerWatchTest {

  private final AtomicBoolean stop = new AtomicBoolean();

  private static Weft runtime(Weft.Scheduler scheduler, String name) {
    return Weft.builder().scheduler(scheduler).workers(1).name(name).build();
  }

  /** A loop as the compiler writes it; its value says how often it yielded. */
  private final class Looping extends AsyncState<Integer> {
    private int yields;

    @Override
    protected Object resume(Context cx) throws Throwable {
      if (resumePoint() != 0) {
        Object polled = pollAgain(cx);
        if (polled == PENDING) {
          return PENDING;
        }
        assertThat(outcome(polled)).isNull();
        yields++;
      }
      while (!stop.getPlain()) {
        if (!PollContext.mayLoop(cx) && preempt(this, cx) == PENDING) {
          suspendAt(1);
          return PENDING;
        }
      }
      return yields;
    }
  }

  private Future<Void> stopping() {
    return _ -> {
      stop.set(true);
      return Poll.ready(null);
    };
  }

  private static boolean hasThread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name));
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void longPoll_ofATask_isAskedToYield(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler, "asked")) {
      JoinHandle<Integer> looping = weft.spawn(new Looping());
      weft.spawn(
              (Future<Void>)
                  cx -> {
                    if (weft.metrics().yields() == 0) {
                      cx.waker().wake();
                      return Poll.pending();
                    }
                    stop.set(true);
                    return Poll.ready(null);
                  })
          .detach();
      assertThat(weft.blockOn(looping)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void longPoll_ofTheRoot_isAskedToYieldMoreThanOnce(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler, "root")) {
      var root = new Looping();
      int[] polls = {0};
      Future<Integer> stoppedAtTheThirdPoll =
          cx -> {
            stop.set(++polls[0] == 3);
            return root.poll(cx);
          };
      assertThat(weft.blockOn(stoppedAtTheThirdPoll)).isEqualTo(2);
    }
  }

  @Test
  void longPoll_onTheOnlyThreadWithoutAWatchdog_isAskedToYield() throws Exception {
    try (Weft weft =
        Weft.builder()
            .scheduler(Weft.Scheduler.CURRENT_THREAD)
            .watchdog(Duration.ZERO)
            .name("alone")
            .build()) {
      JoinHandle<Integer> looping = weft.spawn(new Looping());
      weft.spawn(stopping()).detach();
      assertThat(weft.blockOn(looping)).isPositive();
      assertThat(hasThread("alone-monitor")).isFalse();
      assertThat(hasThread("alone-watch")).isTrue();
    }
  }

  @Test
  void watchingThread_startsWithTheFirstPoint_andEndsWithTheRuntime() throws Exception {
    try (Weft weft = runtime(Weft.Scheduler.WORK_STEALING, "watched")) {
      assertThat(weft.<Void>blockOn(stopping())).isNull();
      assertThat(hasThread("watched-watch")).isFalse();
      stop.set(false);
      var root = new Looping();
      int[] polls = {0};
      Future<Integer> stoppedAtTheSecondPoll =
          cx -> {
            stop.set(++polls[0] == 2);
            return root.poll(cx);
          };
      assertThat(weft.blockOn(stoppedAtTheSecondPoll)).isEqualTo(1);
      assertThat(hasThread("watched-watch")).isTrue();
    }
    assertThat(hasThread("watched-watch")).isFalse();
  }

  @Test
  void watchingThread_interrupted_goesOnSleeping() throws Exception {
    try (Weft weft = runtime(Weft.Scheduler.WORK_STEALING, "interrupted")) {
      var root = new Looping();
      int[] polls = {0};
      assertThat(
              weft.blockOn(
                  (Future<Integer>)
                      cx -> {
                        stop.set(++polls[0] == 2);
                        return root.poll(cx);
                      }))
          .isEqualTo(1);
      Thread watch =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("interrupted-watch"))
              .findFirst()
              .orElseThrow();
      watch.interrupt();
      Eventually.until("the interrupt is seen", () -> !watch.isInterrupted());
    }
  }
}
