package dev.weft.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IntervalTest {

  private static final Duration PERIOD = Duration.ofMillis(300);

  private final TestTask task = new TestTask();

  private long tickMillis(Interval interval) throws Exception {
    long nanos = task.run(interval.tick());
    assertThat(nanos % 1_000_000).isZero();
    return nanos / 1_000_000;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void every_zeroOrNegative_isRefused(long seconds) {
    assertThatThrownBy(() -> Interval.every(Duration.ofSeconds(seconds)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Duration.ofSeconds(seconds).toString());
  }

  @Test
  void tick_first_isImmediateAndCountsFromItsPoll() throws Exception {
    var interval = Interval.every(PERIOD);
    task.advance(Duration.ofMillis(50));
    assertThat(task.ready(interval.tick())).isEqualTo(50_000_000);
    assertThat(tickMillis(interval)).isEqualTo(350);
    assertThat(tickMillis(interval)).isEqualTo(650);
    assertThat(task.nanoTime()).isEqualTo(650_000_000);
  }

  @Test
  void startingAfter_delaysTheFirstTickOnly() throws Exception {
    var interval = Interval.startingAfter(Duration.ofMillis(10), PERIOD);
    assertThat(tickMillis(interval)).isEqualTo(10);
    assertThat(tickMillis(interval)).isEqualTo(310);
  }

  /** A period of 300 ms, and a stall of 650 ms behind the tick of 300 ms. */
  @ParameterizedTest
  @CsvSource({"BURST, 900, 1200", "DELAY, 1250, 1550", "SKIP, 1200, 1500"})
  void tick_missed_continuesAsChosen(MissedTick missed, long then, long later) throws Exception {
    var interval = Interval.every(PERIOD).onMissedTick(missed);
    assertThat(tickMillis(interval)).isZero();
    assertThat(tickMillis(interval)).isEqualTo(300);
    task.advance(Duration.ofMillis(650));
    assertThat(tickMillis(interval)).isEqualTo(600);
    assertThat(task.nanoTime()).isEqualTo(950_000_000);
    assertThat(tickMillis(interval)).isEqualTo(then);
    assertThat(task.nanoTime()).isEqualTo(Math.max(950, then) * 1_000_000);
    assertThat(tickMillis(interval)).isEqualTo(later);
  }

  @ParameterizedTest
  @EnumSource
  void tick_lateByNoMoreThan5ms_keepsTheRhythm(MissedTick missed) throws Exception {
    var interval = Interval.every(PERIOD).onMissedTick(missed);
    tickMillis(interval);
    task.advance(Duration.ofMillis(305));
    assertThat(tickMillis(interval)).isEqualTo(300);
    assertThat(tickMillis(interval)).isEqualTo(600);
  }

  @Test
  void tick_lateByMoreThan5ms_isMissed() throws Exception {
    var interval = Interval.every(PERIOD).onMissedTick(MissedTick.DELAY);
    tickMillis(interval);
    task.advance(Duration.ofNanos(305_000_001));
    assertThat(tickMillis(interval)).isEqualTo(300);
    assertThat(task.run(interval.tick())).isEqualTo(605_000_001);
  }

  @Test
  void period_forEver_ticksOnceAndDoesNotOverflow() throws Exception {
    for (long start : new long[] {0, Long.MAX_VALUE - 1, Long.MIN_VALUE}) {
      var task = new TestTask(new ManualClock(start));
      var interval = Interval.every(Duration.ofSeconds(Long.MAX_VALUE));
      assertThat(task.ready(interval.tick())).isEqualTo(start);
      Future<Long> never = interval.tick();
      task.pending(never);
      task.advance(Duration.ofDays(365 * 20));
      task.pending(never);
      assertThat(task.wakes()).isZero();
      assertThat(never.cancel()).isTrue();
      interval.reset();
      task.pending(interval.tick());
    }
  }

  @Test
  void tick_cancelled_isNotLost() throws Exception {
    var interval = Interval.every(PERIOD);
    tickMillis(interval);
    Future<Long> given = interval.tick();
    task.pending(given);
    assertThat(given.cancel()).isTrue();
    assertThat(task.timers().size()).isZero();
    assertThat(tickMillis(interval)).isEqualTo(300);
    Future<Long> fired = interval.tick();
    task.pending(fired);
    task.advance(PERIOD);
    assertThat(fired.cancel()).isTrue();
    assertThat(task.ready(interval.tick())).isEqualTo(600_000_000);
  }

  @Test
  void tick_droppedUnpolled_changesNothing() throws Exception {
    var interval = Interval.every(PERIOD);
    assertThat(interval.tick().cancel()).isTrue();
    assertThat(tickMillis(interval)).isZero();
  }

  @Test
  void tick_twoAtOnce_isRefused() throws Exception {
    var interval = Interval.every(PERIOD);
    tickMillis(interval);
    Future<Long> first = interval.tick();
    task.pending(first);
    assertThatThrownBy(() -> task.poll(interval.tick()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("PT0.3S");
    assertThatThrownBy(interval::reset).isInstanceOf(IllegalStateException.class);
    assertThat(task.run(first)).isEqualTo(300_000_000);
  }

  @Test
  void tick_polledAfterCompletion_isRefused() throws Exception {
    Future<Long> tick = Interval.every(PERIOD).tick();
    task.ready(tick);
    assertThatThrownBy(() -> task.poll(tick)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void tick_costsOneOperationOfTheBudget() throws Exception {
    task.ready(Interval.every(PERIOD).tick());
    assertThat(task.budget()).isEqualTo(PollContext.BUDGET - 1);
  }

  @Test
  void reset_countsAPeriodFromTheNextPoll() throws Exception {
    var interval = Interval.every(PERIOD);
    tickMillis(interval);
    task.advance(Duration.ofMillis(100));
    interval.reset();
    assertThat(tickMillis(interval)).isEqualTo(400);
    interval.resetAfter(Duration.ofMillis(7));
    assertThat(tickMillis(interval)).isEqualTo(407);
    interval.resetAfter(Duration.ZERO);
    assertThat(tickMillis(interval)).isEqualTo(407);
    assertThat(tickMillis(interval)).isEqualTo(707);
  }

  @Test
  void onMissedTick_afterTheStart_isRefused() throws Exception {
    var interval = Interval.every(PERIOD);
    tickMillis(interval);
    assertThatThrownBy(() -> interval.onMissedTick(MissedTick.SKIP))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("SKIP");
  }

  @Test
  void ticks_ofTwoMillisFor50Days_countAcrossIntegerRange() throws Exception {
    long start = Duration.ofMillis(2L * Integer.MAX_VALUE - 20).toNanos();
    var task = new TestTask(new ManualClock(start));
    var interval = Interval.every(Duration.ofMillis(2));
    for (int i = 0; i < 100; i++) {
      assertThat(task.run(interval.tick()) - start).isEqualTo(i * 2_000_000L);
    }
    assertThat(task.timers().nanosUntilNext(task.nanoTime())).isEqualTo(TimerQueue.NONE);
  }
}
