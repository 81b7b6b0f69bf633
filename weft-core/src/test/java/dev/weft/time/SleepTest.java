package dev.weft.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import dev.weft.testkit.WakeCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SleepTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  private final TestTask task = new TestTask(new ManualClock(-1000));

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void sleep_zeroOrNegative_isReadyAtTheFirstPollWithoutATimer(long seconds) throws Exception {
    var sleep = Sleep.after(Duration.ofSeconds(seconds));
    task.ready(sleep);
    assertThat(sleep.isElapsed()).isTrue();
    assertThat(task.timers().size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 999_999, 1_000_000, 1_000_001, 3_600_000_000_007L})
  void sleep_ofNanos_isWokenAtItsNanosecond(long nanos) throws Exception {
    var sleep = Sleep.after(Duration.ofNanos(nanos));
    task.pending(sleep);
    assertThat(sleep.deadlineNanos()).isEqualTo(nanos - 1000);
    task.advance(Duration.ofNanos(nanos - 1));
    assertThat(task.wakes()).isZero();
    task.pending(sleep);
    assertThat(sleep.isElapsed()).isFalse();
    assertThat(task.timers().nanosUntilNext(task.nanoTime())).isEqualTo(1);
    task.advance(Duration.ofNanos(1));
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(sleep.isElapsed()).isTrue();
    task.ready(sleep);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void sleep_beforeItsFirstPoll_hasNotStarted() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.advance(Duration.ofDays(1));
    assertThat(task.timers().size()).isZero();
    assertThatThrownBy(sleep::deadlineNanos)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("PT1S");
    task.pending(sleep);
  }

  static List<Duration> longTimes() {
    return List.of(
        FOR_EVER,
        FOR_EVER.minusMillis(1),
        Duration.ofNanos(Long.MAX_VALUE),
        Duration.ofMillis(Long.MAX_VALUE),
        Duration.ofMillis(Long.MAX_VALUE).dividedBy(5),
        Duration.ofDays(365 * 100));
  }

  @ParameterizedTest
  @MethodSource("longTimes")
  void sleep_veryLong_neitherFiresNorOverflowsAndCanBeCancelled(Duration duration)
      throws Exception {
    for (long start : new long[] {0, Long.MAX_VALUE - 5, Long.MIN_VALUE, -5}) {
      var task = new TestTask(new ManualClock(start));
      var sleep = Sleep.after(duration);
      task.pending(sleep);
      task.advance(Duration.ofSeconds(1));
      task.advance(Duration.ofDays(365 * 10));
      task.clock().advance(Duration.ofDays(-365));
      assertThat(task.timers().fire(task.nanoTime())).isZero();
      task.pending(sleep);
      assertThat(task.wakes()).isZero();
      assertThat(sleep.cancel()).isTrue();
      assertThat(task.timers().nanosUntilNext(task.nanoTime())).isEqualTo(TimerQueue.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10})
  void sleep_ofYears_endsAtItsNanosecond(int years) throws Exception {
    Duration time = Duration.ofDays(365L * years).plusNanos(3);
    long start = task.nanoTime();
    task.run(Sleep.after(time));
    assertThat(task.nanoTime() - start).isEqualTo(time.toNanos());
  }

  @Test
  void sleepUntil_pastAndNow_isReady() throws Exception {
    task.ready(Sleep.until(-1001));
    task.ready(Sleep.until(-1000));
  }

  @Test
  void sleepUntil_furtherThanTheClockCanCompare_isKeptPending() throws Exception {
    var sleep = Sleep.until(task.nanoTime() + Long.MAX_VALUE);
    task.pending(sleep);
    task.clock().advanceNanos(-1);
    task.timers().fire(task.nanoTime());
    task.pending(sleep);
    assertThat(task.timers().nanosUntilNext(task.nanoTime())).isPositive();
  }

  @Test
  void poll_dueButTheQueueWasNotTurned_isReadyAndGivesTheTimerUp() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    task.clock().advance(SECOND);
    task.ready(sleep);
    assertThat(task.timers().size()).isZero();
    assertThat(task.timers().fire(task.nanoTime())).isZero();
    assertThat(task.wakes()).isZero();
  }

  @Test
  void poll_withAnotherWaker_wakesOnlyThatOne() throws Exception {
    var sleep = Sleep.after(SECOND);
    var first = new WakeCounter();
    var second = new WakeCounter();
    assertThat(sleep.poll(task.withWaker(first)).isReady()).isFalse();
    assertThat(sleep.poll(task.withWaker(second)).isReady()).isFalse();
    task.advance(SECOND);
    assertThat(first.wakes()).isZero();
    assertThat(second.wakes()).isEqualTo(1);
  }

  @Test
  void cancel_pending_givesTheTimerUpAtOnce() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    assertThat(task.timers().size()).isEqualTo(1);
    assertThat(sleep.cancel()).isTrue();
    assertThat(task.timers().size()).isZero();
    assertThat(task.advance(SECOND)).isZero();
    assertThat(task.wakes()).isZero();
    assertThat(sleep.isElapsed()).isFalse();
    assertThatThrownBy(() -> task.poll(sleep)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cancel_beforeTheFirstPoll_isDone() {
    assertThat(Sleep.after(SECOND).cancel()).isTrue();
  }

  @Test
  void cancel_afterItFired_keepsItElapsed() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    task.advance(SECOND);
    assertThat(sleep.cancel()).isTrue();
    assertThat(sleep.isElapsed()).isTrue();
  }

  @Test
  void poll_afterCompletion_isRefused() throws Exception {
    var sleep = Sleep.after(Duration.ZERO);
    task.ready(sleep);
    assertThatThrownBy(() -> task.poll(sleep))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Sleep");
  }

  @Test
  void poll_outsideARuntime_saysSo() {
    var sleep = Sleep.after(SECOND);
    assertThatThrownBy(() -> sleep.poll(Context.of(Waker.noop())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside");
  }

  @Test
  void reset_pending_earlierAndLater_followsTheNewDeadline() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    Sleep earlier = sleep.reset(Duration.ofMillis(5));
    task.pending(earlier);
    task.advance(Duration.ofMillis(5));
    task.ready(earlier);
    Sleep later = Sleep.after(SECOND);
    task.pending(later);
    later = later.reset(Duration.ofSeconds(3));
    task.pending(later);
    task.takeWakes();
    assertThat(task.advance(Duration.ofSeconds(2))).isZero();
    task.pending(later);
    task.advance(SECOND);
    task.ready(later);
    assertThat(task.wakes()).isEqualTo(1);
  }

  @Test
  void reset_afterFiringAndAfterCompletion_armsAnew() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    task.advance(SECOND);
    sleep = sleep.reset(SECOND);
    task.pending(sleep);
    task.advance(SECOND);
    task.ready(sleep);
    sleep = sleep.resetUntil(task.nanoTime() + 1);
    task.pending(sleep);
    task.advance(Duration.ofNanos(1));
    task.ready(sleep);
    assertThat(task.wakes()).isEqualTo(3);
  }

  @Test
  void reset_toThePast_isReady() throws Exception {
    var sleep = Sleep.after(SECOND);
    task.pending(sleep);
    Sleep past = sleep.resetUntil(task.nanoTime() - 1);
    task.ready(past);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void budget_usedUp_yieldsInsteadOfCompleting() throws Exception {
    task.setBudget(0);
    var sleep = Sleep.after(Duration.ZERO);
    assertThat(task.pollOn(sleep).isReady()).isFalse();
    assertThat(task.yielded()).isTrue();
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(sleep);
    assertThat(task.budget()).isEqualTo(PollContext.BUDGET - 1);
  }

  @Test
  void cancel_ofAMillionHourLongSleeps_leavesNothingBehind() throws Exception {
    for (int i = 0; i < 1_000_000; i++) {
      var sleep = Sleep.after(Duration.ofHours(1));
      task.pending(sleep);
      sleep.cancel();
      if (i % 64 == 0) {
        task.timers().fire(task.nanoTime());
      }
    }
    assertThat(task.timers().size()).isZero();
    assertThat(task.timers().nanosUntilNext(task.nanoTime())).isEqualTo(TimerQueue.NONE);
  }

  @Test
  void sleeps_random_takeTheSameTimesInEveryRun() throws Exception {
    assertThat(elapsed(7)).isEqualTo(elapsed(7));
  }

  private static List<Long> elapsed(long seed) throws Exception {
    var random = new SplittableRandom(seed);
    var task = new TestTask();
    var times = new ArrayList<Long>();
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextLong(1L << random.nextInt(1, 40));
      long start = task.nanoTime();
      task.run(Sleep.after(Duration.ofNanos(nanos)));
      times.add(task.nanoTime() - start);
      assertThat(times.getLast()).isEqualTo(nanos);
    }
    return times;
  }

  /** The clock stands still, so that only the hand-over of the waker decides. */
  @Test
  void poll_whileItFiresElsewhere_isReadyOrItsWakerIsWoken() throws Exception {
    for (int round = 0; round < 500; round++) {
      var services = new TestServices(new ManualClock());
      var task = new TestTask(services);
      var sleep = Sleep.until(1);
      task.pending(sleep);
      var turner = new Thread(() -> services.timers().fire(1));
      turner.start();
      WakeCounter last = null;
      boolean ready = false;
      for (int i = 0; i < 50 && !ready; i++) {
        last = new WakeCounter();
        ready = sleep.poll(task.withWaker(last)).isReady();
      }
      if (!ready) {
        last.awaitWakes(1, Duration.ofSeconds(10));
        task.ready(sleep);
      }
      turner.join();
    }
  }
}
