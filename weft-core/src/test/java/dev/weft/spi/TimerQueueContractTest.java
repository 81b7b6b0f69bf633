package dev.weft.spi;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTimer;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every timer queue must do. A subclass says how to make one. */
public abstract class TimerQueueContractTest {

  private static final long FAR = 1L << 62;

  private final List<TestTimer> fired = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  /** Makes an empty queue at a time. */
  protected abstract InboxTimerQueue create(long nowNanos, Runnable callOwner);

  private InboxTimerQueue create(long nowNanos) {
    return create(nowNanos, calls::incrementAndGet);
  }

  private TestTimer timer(long deadline) {
    var self = new TestTimer[1];
    self[0] = new TestTimer(deadline, () -> fired.add(self[0]));
    return self[0];
  }

  private TestTimer added(TimerQueue queue, long deadline) {
    TestTimer timer = timer(deadline);
    queue.add(timer);
    return timer;
  }

  @Test
  void cancelsBeforeTheDrain_withManyOthersWaiting_dontGoThroughThemEachTime() {
    InboxTimerQueue queue = create(0);
    for (int i = 0; i < 100_000; i++) {
      added(queue, HOURS.toNanos(1) + i);
    }
    long start = System.nanoTime();
    int cancels = 0;
    while (cancels < 300_000 && System.nanoTime() - start < SECONDS.toNanos(5)) {
      queue.cancel(added(queue, HOURS.toNanos(2)));
      if (cancels++ % 8 == 0) {
        queue.fire(0);
      }
    }
    assertThat(cancels).as("cancels in 5 s").isEqualTo(300_000); // takes less than a second
    assertThat(queue.size()).isEqualTo(100_000);
  }

  @Test
  void queue_empty_hasNothingToDo() {
    TimerQueue queue = create(5);
    assertThat(queue.nanosUntilNext(5)).isEqualTo(TimerQueue.NONE);
    assertThat(queue.fire(1000)).isZero();
    assertThat(queue.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 999, 1_000, 999_999, 1_000_000, 1_048_575, 1_048_576, 1_500_000})
  void timer_belowATick_firesAtItsNanosecondNotBefore(long delay) {
    long start = 123_456_789;
    TimerQueue queue = create(start);
    added(queue, start + delay);
    assertThat(queue.nanosUntilNext(start)).isEqualTo(delay);
    assertThat(queue.fire(start + delay - 1)).isZero();
    assertThat(queue.nanosUntilNext(start + delay - 1)).isEqualTo(1);
    assertThat(queue.fire(start + delay)).isEqualTo(1);
    assertThat(queue.nanosUntilNext(start + delay)).isEqualTo(TimerQueue.NONE);
  }

  @Test
  void timer_dueOrPastWhenAdded_firesAtTheNextTurn() {
    TimerQueue queue = create(1000);
    TestTimer past = added(queue, -5_000_000_000L);
    TestTimer now = added(queue, 1000);
    assertThat(queue.nanosUntilNext(1000)).isLessThanOrEqualTo(0);
    assertThat(queue.fire(1000)).isEqualTo(2);
    assertThat(fired).containsExactly(past, now);
  }

  @Test
  void timer_hugeDelay_neverFiresAndCanBeCancelled() {
    long start = Long.MAX_VALUE - 7;
    TimerQueue queue = create(start);
    TestTimer timer = added(queue, start + FAR);
    for (long passed : new long[] {1, SECONDS.toNanos(1), DAYS.toNanos(365 * 100)}) {
      assertThat(queue.fire(start + passed)).isZero();
      assertThat(queue.nanosUntilNext(start + passed)).isEqualTo(FAR - passed);
    }
    assertThat(queue.cancel(timer)).isTrue();
    assertThat(queue.nanosUntilNext(start)).isEqualTo(TimerQueue.NONE);
    assertThat(queue.fire(start + FAR)).isZero();
  }

  @Test
  void timers_manyTurnsOfTheWheel_areExact() {
    long start = -17;
    long[] delays = {
      SECONDS.toNanos(61), HOURS.toNanos(1), DAYS.toNanos(2), DAYS.toNanos(365), DAYS.toNanos(3653)
    };
    for (long delay : delays) {
      TimerQueue queue = create(start);
      added(queue, start + delay);
      long now = start;
      int wakes = 0;
      while (queue.size() > 0) {
        long wait = queue.nanosUntilNext(now);
        assertThat(wait).isBetween(1L, delay);
        now += wait;
        queue.fire(now);
        wakes++;
      }
      assertThat(now - start).isEqualTo(delay);
      assertThat(wakes).isEqualTo(1);
    }
  }

  @Test
  void timers_clockJumps300DaysInMillis_areRightAcrossCounterWraps() {
    long start = MILLISECONDS.toNanos(Integer.MAX_VALUE) - 3;
    TimerQueue queue = create(start);
    var expected = new ArrayList<TestTimer>();
    for (int day = 0; day < 300; day++) {
      expected.add(added(queue, start + DAYS.toNanos(day) + day));
    }
    long day = DAYS.toNanos(1);
    for (int i = 0; i < 300; i++) {
      assertThat(queue.fire(start + i * day + i - 1)).isZero();
      assertThat(queue.fire(start + i * day + i)).isEqualTo(1);
    }
    assertThat(fired).isEqualTo(expected);
  }

  @Test
  void timers_jumpOfTenYears_allFireInOrder() {
    TimerQueue queue = create(0);
    for (int i = 200; i > 0; i--) {
      added(queue, i * DAYS.toNanos(18) + i);
    }
    assertThat(queue.fire(DAYS.toNanos(3653))).isEqualTo(200);
    assertThat(fired)
        .isSortedAccordingTo((a, b) -> Long.compare(a.deadlineNanos(), b.deadlineNanos()));
  }

  @Test
  void timers_overflowOfTheClock_fireInOrder() {
    long start = Long.MAX_VALUE - MILLISECONDS.toNanos(5);
    TimerQueue queue = create(start);
    var expected = new ArrayList<TestTimer>();
    for (int i = 1; i <= 10; i++) {
      expected.add(added(queue, start + MILLISECONDS.toNanos(i)));
    }
    assertThat(queue.fire(start)).isZero();
    for (int i = 1; i <= 10; i++) {
      long now = start + MILLISECONDS.toNanos(i);
      assertThat(queue.nanosUntilNext(now - 1)).isEqualTo(1);
      assertThat(queue.fire(now - 1)).isZero();
      assertThat(queue.fire(now)).isEqualTo(1);
    }
    assertThat(fired).isEqualTo(expected);
  }

  @Test
  void clock_stepsBack_neitherStallsNorFiresEarly() {
    TimerQueue queue = create(0);
    long hour = HOURS.toNanos(1);
    TestTimer before = added(queue, 3 * hour);
    queue.fire(2 * hour);
    TestTimer between = added(queue, hour + 7);
    assertThat(queue.nanosUntilNext(hour)).isEqualTo(7);
    assertThat(queue.fire(hour)).isZero();
    TestTimer behind = added(queue, hour + 3);
    assertThat(queue.fire(hour + 6)).isEqualTo(1);
    assertThat(queue.nanosUntilNext(hour + 6)).isEqualTo(1);
    assertThat(queue.fire(hour + 7)).isEqualTo(1);
    TestTimer late = added(queue, hour + 9);
    assertThat(queue.cancel(late)).isTrue();
    assertThat(queue.nanosUntilNext(hour + 7)).isEqualTo(2 * hour - 7);
    assertThat(queue.fire(3 * hour)).isEqualTo(1);
    assertThat(fired).containsExactly(behind, between, before);
  }

  @Test
  void timers_overloadedLoop_keepDeadlineOrder() {
    TimerQueue queue = create(0);
    TestTimer second = added(queue, MILLISECONDS.toNanos(11));
    TestTimer first = added(queue, MILLISECONDS.toNanos(10));
    TestTimer close = added(queue, MILLISECONDS.toNanos(10) + 1);
    assertThat(queue.fire(SECONDS.toNanos(30))).isEqualTo(3);
    assertThat(fired).containsExactly(first, close, second);
  }

  @Test
  void timers_equalDeadlines_fireInTheOrderOfAdding() {
    TimerQueue queue = create(0);
    var expected = new ArrayList<TestTimer>();
    for (int i = 0; i < 100; i++) {
      expected.add(added(queue, HOURS.toNanos(1)));
      if (i % 10 == 0) {
        queue.fire(HOURS.toNanos(1) - 100 + i);
      }
    }
    queue.fire(HOURS.toNanos(1));
    assertThat(fired).isEqualTo(expected);
  }

  @Test
  void add_twice_isRefused() {
    TimerQueue queue = create(0);
    TestTimer timer = added(queue, 5);
    assertThatThrownBy(() -> queue.add(timer))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("added once");
    queue.fire(5);
    assertThatThrownBy(() -> queue.add(timer)).isInstanceOf(IllegalStateException.class);
    assertThat(fired).containsExactly(timer);
  }

  @Test
  void cancel_inEachState_tellsWhetherItKeptTheTimerFromFiring() {
    TimerQueue queue = create(0);
    assertThat(queue.cancel(timer(5))).isFalse();
    TestTimer queued = added(queue, 5);
    assertThat(queue.cancel(queued)).isTrue();
    assertThat(queue.cancel(queued)).isFalse();
    TestTimer armed = added(queue, 5);
    queue.fire(0);
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.cancel(armed)).isTrue();
    assertThat(queue.cancel(armed)).isFalse();
    assertThat(queue.size()).isZero();
    TestTimer spent = added(queue, 5);
    assertThat(queue.fire(5)).isEqualTo(1);
    assertThat(queue.cancel(spent)).isFalse();
    assertThat(fired).containsExactly(spent);
    assertThat(queue.size()).isZero();
  }

  @Test
  void cancel_ofTheNextTimer_movesTheNextWakeUp() {
    TimerQueue queue = create(0);
    TestTimer next = added(queue, 100);
    added(queue, 300);
    added(queue, HOURS.toNanos(1));
    assertThat(queue.nanosUntilNext(0)).isEqualTo(100);
    queue.cancel(next);
    assertThat(queue.nanosUntilNext(0)).isEqualTo(300);
  }

  @Test
  void cancel_of100TimersFromInsideOne_keepsThemFromFiring() {
    TimerQueue queue = create(0);
    var victims = new ArrayList<TestTimer>();
    queue.add(new TestTimer(10, () -> victims.forEach(queue::cancel)));
    for (int i = 0; i < 100; i++) {
      victims.add(added(queue, i % 2 == 0 ? 10 : HOURS.toNanos(i)));
    }
    assertThat(queue.fire(10)).isEqualTo(1);
    assertThat(queue.size()).isZero();
    assertThat(queue.nanosUntilNext(10)).isEqualTo(TimerQueue.NONE);
    assertThat(queue.fire(DAYS.toNanos(100))).isZero();
    assertThat(fired).isEmpty();
  }

  @Test
  void add_fromInsideATimer_firesInALaterTurn() {
    TimerQueue queue = create(0);
    queue.add(new TestTimer(10, () -> added(queue, 10)));
    assertThat(queue.fire(10)).isEqualTo(1);
    assertThat(queue.nanosUntilNext(10)).isZero();
    assertThat(queue.fire(10)).isEqualTo(1);
    assertThat(fired).hasSize(1);
  }

  @Test
  void fired_throws_othersFireAndTheFailureIsThrown() {
    TimerQueue queue = create(0);
    var failure = new IllegalStateException("planted");
    var second = new IllegalStateException("planted, too");
    queue.add(throwing(10, failure));
    added(queue, 10);
    queue.add(throwing(11, second));
    assertThatThrownBy(() -> queue.fire(20)).isSameAs(failure).hasSuppressedException(second);
    assertThat(fired).hasSize(1);
    assertThat(queue.size()).isZero();
    assertThat(queue.fire(21)).isZero();
  }

  private static TestTimer throwing(long deadline, RuntimeException failure) {
    return new TestTimer(
        deadline,
        () -> {
          throw failure;
        });
  }

  @Test
  void drain_moreThanOneTurnTakesIn_isContinuedAtOnceAndLosesNothing() {
    TimerQueue queue = create(0);
    int count = 3 * InboxTimerQueue.DRAIN_LIMIT + 1;
    var all = new ArrayList<TestTimer>();
    for (int i = 0; i < count; i++) {
      all.add(added(queue, 1000));
    }
    assertThat(queue.fire(0)).isZero();
    assertThat(queue.nanosUntilNext(0)).isZero();
    for (int i = 0; i < count; i += 2) {
      assertThat(queue.cancel(all.get(i))).isTrue();
    }
    int total = 0;
    for (int turn = 0; turn < 10; turn++) {
      total += queue.fire(1000);
    }
    assertThat(total).isEqualTo(count / 2).isEqualTo(fired.size());
    assertThat(queue.size()).isZero();
    assertThat(queue.nanosUntilNext(1000)).isEqualTo(TimerQueue.NONE);
  }

  @Test
  void owner_sleeps_isCalledOnceForAnEarlierTimerAndNotForALaterOne() {
    InboxTimerQueue queue = create(0);
    assertThat(queue.fallAsleep(1000)).isTrue();
    added(queue, 1000);
    added(queue, 2000);
    assertThat(calls).hasValue(0);
    added(queue, 999);
    added(queue, 998);
    assertThat(calls).hasValue(1);
    queue.awake();
    assertThat(queue.nanosUntilNext(0)).isEqualTo(998);
    assertThat(queue.fallAsleep(998)).isTrue();
    queue.awake();
    added(queue, 1);
    assertThat(calls).hasValue(1);
  }

  @Test
  void owner_fallsAsleepWithSomethingHandedOver_mustNotSleep() {
    InboxTimerQueue queue = create(0);
    assertThat(queue.nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
    added(queue, 5);
    assertThat(queue.fallAsleep(Long.MAX_VALUE)).isFalse();
    added(queue, 3);
    assertThat(calls).hasValue(0);
    assertThat(queue.nanosUntilNext(0)).isEqualTo(3);
  }

  @Test
  void owner_sleepsWhileOthersAddAndCancel_isCalledBeforeMemoryGrows() {
    InboxTimerQueue queue = create(0);
    queue.fallAsleep(0);
    for (int i = 0; i < InboxTimerQueue.CALL_EVERY; i++) {
      assertThat(calls).hasValue(0);
      queue.cancel(added(queue, HOURS.toNanos(1)));
    }
    assertThat(calls).hasValue(1);
    assertThat(queue.size()).isZero();
  }

  @Test
  void timer_cancelledAsItFires_doesExactlyOneOfBoth() throws Exception {
    InboxTimerQueue queue = create(0);
    int rounds = 20_000;
    var hits = new AtomicInteger();
    var timers = new TestTimer[rounds];
    for (int i = 0; i < rounds; i++) {
      timers[i] = new TestTimer(i, hits::incrementAndGet);
    }
    var start = new CountDownLatch(1);
    var kept = new AtomicInteger();
    var other =
        new Thread(
            () -> {
              start.countDown();
              for (TestTimer timer : timers) {
                queue.add(timer);
                if (queue.cancel(timer)) {
                  kept.incrementAndGet();
                }
              }
            });
    other.start();
    start.await();
    int fired = 0;
    while (other.isAlive()) {
      fired += queue.fire(rounds);
    }
    other.join();
    while (queue.nanosUntilNext(rounds) != TimerQueue.NONE) {
      fired += queue.fire(rounds);
    }
    assertThat(hits).hasValue(fired);
    assertThat(fired + kept.get()).isEqualTo(rounds);
    assertThat(queue.size()).isZero();
  }

  @Test
  void cancel_fromAnotherThreadWhileTheTurnHolderIsStuck_doesNotWaitForIt() throws Exception {
    InboxTimerQueue queue = create(0);
    var stuck = new CountDownLatch(1);
    var free = new CountDownLatch(1);
    queue.add(
        new TestTimer(
            10,
            () -> {
              stuck.countDown();
              awaitQuietly(free);
            }));
    TestTimer inTheSameTurn = added(queue, 10);
    TestTimer later = added(queue, HOURS.toNanos(1));
    var holder = new Thread(() -> queue.fire(10));
    holder.start();
    stuck.await();
    TestTimer fresh = added(queue, 11);
    assertThat(queue.cancel(inTheSameTurn)).isTrue();
    assertThat(queue.cancel(later)).isTrue();
    assertThat(queue.cancel(fresh)).isTrue();
    assertThat(holder.isAlive()).isTrue();
    free.countDown();
    holder.join();
    assertThat(queue.nanosUntilNext(10)).isEqualTo(TimerQueue.NONE);
    assertThat(queue.fire(HOURS.toNanos(2))).isZero();
    assertThat(fired).isEmpty();
    assertThat(queue.size()).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void cancel_ofManyFarTimers_doesNotKeepThemInMemory() {
    TimerQueue queue = create(0);
    int count = 10_000;
    var left = new ArrayList<WeakReference<TestTimer>>();
    for (int i = 0; i < count; i++) {
      TestTimer timer = added(queue, HOURS.toNanos(1) + i);
      left.add(new WeakReference<>(timer));
      if (i % 3 == 0) {
        queue.fire(0);
      }
      queue.cancel(timer);
      if (i % 7 == 0) {
        queue.fire(0);
      }
    }
    queue.fire(0);
    Eventually.afterCollection(
        "all but a few are gone",
        () -> left.stream().filter(timer -> timer.get() != null).count() <= 128);
    assertThat(queue.size()).isZero();
  }

  @Test
  void isCrowded_eightWithinAMillisecond_areACrowdUntilOneIsGone() {
    InboxTimerQueue queue = create(0);
    for (int i = 1; i < InboxTimerQueue.CROWD; i++) {
      added(queue, 100_000L * i);
    }
    added(queue, HOURS.toNanos(1));
    queue.fire(0);
    assertThat(queue.isCrowded()).isFalse();
    added(queue, 100_000L * InboxTimerQueue.CROWD);
    queue.fire(0);
    assertThat(queue.isCrowded()).isTrue();
    queue.fire(100_000);
    assertThat(queue.isCrowded()).isFalse();
  }

  @Test
  void isCrowded_manyThatAreFarApart_areNone() {
    InboxTimerQueue queue = create(0);
    for (int i = 1; i <= 100; i++) {
      added(queue, MILLISECONDS.toNanos(10L * i));
    }
    queue.fire(0);
    assertThat(queue.isCrowded()).isFalse();
  }

  @Test
  void isCrowded_nothingPending_isFalse() {
    assertThat(create(0).isCrowded()).isFalse();
  }

  static LongStream seeds() {
    Long given = Long.getLong("weft.seed");
    return given == null ? LongStream.rangeClosed(1, 24) : LongStream.of(given);
  }

  @ParameterizedTest(name = "weft.seed={0}")
  @MethodSource("seeds")
  void queue_randomProgram_doesWhatASortedListDoes(long seed) {
    var random = new SplittableRandom(seed);
    long now =
        random.nextInt(3) == 0 ? Long.MAX_VALUE - random.nextLong(1L << 45) : random.nextLong();
    TimerQueue queue = create(now);
    var model = new TimerModel();
    for (int step = 0; step < 3000; step++) {
      String where = "weft.seed=" + seed + " step=" + step;
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> model.add(added(queue, now + delay(random)));
        case 3 -> {
          if (!model.pending().isEmpty()) {
            TestTimer victim = model.pending().get(random.nextInt(model.pending().size()));
            assertThat(queue.cancel(victim)).as(where).isEqualTo(model.cancel(victim));
          }
        }
        case 4 -> now -= random.nextInt(4) == 0 ? random.nextLong(1L << random.nextInt(1, 40)) : 0;
        case 5 -> {
          long wait = model.nanosUntilNext(now);
          now +=
              wait == TimerQueue.NONE || wait > 1L << 57
                  ? 1
                  : Math.max(0, wait - random.nextInt(2));
        }
        default ->
            now += random.nextLong(1L << random.nextInt(1, random.nextInt(50) == 0 ? 58 : 34));
      }
      if (random.nextBoolean()) {
        assertThat(queue.nanosUntilNext(now)).as(where).isEqualTo(model.nanosUntilNext(now));
      }
      if (random.nextInt(3) != 0) {
        fired.clear();
        List<TestTimer> expected = model.fire(now);
        assertThat(queue.fire(now)).as(where).isEqualTo(expected.size());
        assertThat(fired).as(where).isEqualTo(expected);
      }
      assertThat(queue.size()).as(where).isEqualTo(model.pending().size());
    }
  }

  private static long delay(SplittableRandom random) {
    return switch (random.nextInt(10)) {
      case 0 -> -random.nextLong(1L << 30);
      case 1 -> 0;
      case 2 -> FAR;
      case 3 -> random.nextLong(1L << 60);
      default -> random.nextLong(1L << random.nextInt(1, 52));
    };
  }
}
