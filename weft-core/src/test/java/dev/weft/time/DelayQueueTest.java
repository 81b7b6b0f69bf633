package dev.weft.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.spi.TimerQueue;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DelayQueueTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5);
  private final TestServices services = new TestServices(clock);
  private final TestTask task = new TestTask(services);
  private final DelayQueue<String> queue = new DelayQueue<>(clock, NO_LIMIT);

  private DelayQueue.Entry<String> in(long millis, String value) {
    return queue.insert(value, Duration.ofMillis(millis));
  }

  private String next() throws Exception {
    DelayQueue.Entry<String> entry = task.run(queue.next());
    return entry == null ? null : entry.value();
  }

  @Test
  void next_severalValues_comeOutEarliestFirstAtTheirNanosecond() throws Exception {
    long start = clock.nanoTime();
    in(20, "c");
    in(10, "a");
    queue.insert("b", Duration.ofMillis(10).plusNanos(1));
    assertThat(next()).isEqualTo("a");
    assertThat(clock.nanoTime() - start).isEqualTo(10_000_000);
    assertThat(next()).isEqualTo("b");
    assertThat(clock.nanoTime() - start).isEqualTo(10_000_001);
    assertThat(next()).isEqualTo("c");
    assertThat(clock.nanoTime() - start).isEqualTo(20_000_000);
    assertThat(next()).isNull();
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void next_equalDeadlines_comeOutInTheOrderOfInsertOrReset() throws Exception {
    DelayQueue.Entry<String> first = in(5, "a");
    in(5, "b");
    in(5, "c");
    assertThat(queue.reset(first, Duration.ofMillis(5))).isTrue();
    assertThat(List.of(next(), next(), next())).containsExactly("b", "c", "a");
  }

  @Test
  void next_emptyQueue_isNullAtOnce() throws Exception {
    assertThat(task.ready(queue.next())).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void insert_zeroOrNegativeDelay_isDueAtOnce(long seconds) throws Exception {
    queue.insert("now", Duration.ofSeconds(seconds));
    assertThat(task.ready(queue.next()).value()).isEqualTo("now");
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void insertAt_anyDeadline_neverOverflows() throws Exception {
    queue.insertAt("past", clock.nanoTime() + Long.MIN_VALUE);
    queue.insertAt("never", clock.nanoTime() + Long.MAX_VALUE);
    queue.insert("never, too", Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(task.ready(queue.next()).value()).isEqualTo("past");
    Future<DelayQueue.Entry<String>> never = queue.next();
    task.pending(never);
    task.advance(Duration.ofDays(3650));
    assertThat(task.wakes()).isZero();
    task.pending(never);
  }

  @Test
  void value_after2To36Millis_comesOut() throws Exception {
    long start = clock.nanoTime();
    var far = Duration.ofMillis(1L << 36);
    queue.insert("late", far.plusNanos(1));
    assertThat(next()).isEqualTo("late");
    assertThat(clock.nanoTime() - start).isEqualTo(far.toNanos() + 1);
    in(3, "soon");
    assertThat(next()).isEqualTo("soon");
  }

  @Test
  void removeOfTheLast_wakesTheWaitingPollToTheEnd() throws Exception {
    DelayQueue.Entry<String> entry = in(1000, "a");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    assertThat(queue.remove(entry)).isEqualTo("a");
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isNull();
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void clear_wakesTheWaitingPollToTheEnd() throws Exception {
    DelayQueue.Entry<String> entry = in(1000, "a");
    in(2000, "b");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    queue.clear();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isNull();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(entry.isPending()).isFalse();
    assertThat(queue.tryRemove(entry)).isFalse();
  }

  @Test
  void removeOfTheFirst_wakesNobodyAndTheNextComesAtItsTime() throws Exception {
    DelayQueue.Entry<String> first = in(10, "a");
    in(30, "b");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    queue.remove(first);
    assertThat(task.wakes()).isZero();
    task.advance(Duration.ofMillis(10));
    task.pending(next);
    task.advance(Duration.ofMillis(19));
    task.pending(next);
    task.advance(Duration.ofMillis(1));
    assertThat(task.ready(next).value()).isEqualTo("b");
  }

  @Test
  void insert_earlierThanAwaited_wakesTheConsumerAndALaterOneDoesNot() throws Exception {
    long start = clock.nanoTime();
    in(1000, "late");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    in(1000, "equal");
    in(2000, "later");
    assertThat(task.wakes()).isZero();
    in(10, "soon");
    in(9, "sooner");
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.run(next).value()).isEqualTo("sooner");
    assertThat(clock.nanoTime() - start).isEqualTo(9_000_000);
  }

  @Test
  void reset_toThePast_wakesTheConsumer() throws Exception {
    DelayQueue.Entry<String> entry = in(1000, "a");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    assertThat(queue.resetAt(entry, clock.nanoTime() - 1)).isTrue();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isSameAs(entry);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void reset_laterAndOfADueValue_followsTheNewDeadline() throws Exception {
    DelayQueue.Entry<String> entry = in(10, "a");
    task.advance(Duration.ofMillis(10));
    assertThat(queue.reset(entry, SECOND)).isTrue();
    assertThat(entry.deadlineNanos() - clock.nanoTime()).isEqualTo(SECOND.toNanos());
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    task.advance(SECOND);
    assertThat(task.ready(next)).isSameAs(entry);
  }

  @Test
  void resetAndRemove_afterItCameOut_sayThatItIsTooLate() throws Exception {
    DelayQueue.Entry<String> entry = in(10, "a");
    assertThat(entry.isPending()).isTrue();
    assertThat(next()).isEqualTo("a");
    assertThat(entry.isPending()).isFalse();
    assertThat(queue.reset(entry, SECOND)).isFalse();
    assertThat(queue.tryRemove(entry)).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.remove(entry))
        .withMessageContaining("Entry[a]");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void entryOfAnotherQueue_isRefused() {
    var other = new DelayQueue<String>(clock, NO_LIMIT);
    DelayQueue.Entry<String> entry = other.insert("a", SECOND);
    assertThatIllegalArgumentException().isThrownBy(() -> queue.tryRemove(entry));
    assertThatIllegalArgumentException().isThrownBy(() -> queue.reset(entry, SECOND));
    assertThat(entry.isPending()).isTrue();
  }

  @Test
  void take_emptyQueue_waitsForAnInsertAndThroughAnEmptyTime() throws Exception {
    Future<DelayQueue.Entry<String>> take = queue.take();
    task.pending(take);
    assertThat(task.timers().size()).isZero();
    DelayQueue.Entry<String> gone = in(10, "gone");
    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(take);
    queue.remove(gone);
    assertThat(task.wakes()).isZero();
    task.advance(Duration.ofMillis(10));
    task.pending(take);
    task.takeWakes();
    in(5, "a");
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.run(take).value()).isEqualTo("a");
  }

  @Test
  void cancel_pendingWait_losesNothingAndGivesTheTimerUp() throws Exception {
    in(10, "a");
    Future<DelayQueue.Entry<String>> given = queue.next();
    task.pending(given);
    assertThat(given.cancel()).isTrue();
    assertThat(task.timers().size()).isZero();
    Future<DelayQueue.Entry<String>> fired = queue.take();
    task.pending(fired);
    task.advance(Duration.ofMillis(10));
    assertThat(fired.cancel()).isTrue();
    in(0, "b");
    assertThat(List.of(next(), next())).containsExactly("a", "b");
    assertThat(task.timers().nanosUntilNext(clock.nanoTime())).isEqualTo(TimerQueue.NONE);
  }

  @Test
  void next_whileAnotherWaits_isRefusedAndTheFirstGoesOn() throws Exception {
    in(10, "a");
    Future<DelayQueue.Entry<String>> first = queue.next();
    task.pending(first);
    assertThatIllegalStateException()
        .isThrownBy(() -> task.poll(queue.take()))
        .withMessageContaining("one consumer");
    assertThat(task.run(first).value()).isEqualTo("a");
  }

  @Test
  void insert_fullQueue_isRefusedUntilThereIsRoom() {
    var small = new DelayQueue<String>(clock, 2);
    small.insert("a", SECOND);
    DelayQueue.Entry<String> second = small.insert("b", SECOND);
    assertThat(small.limit()).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> small.insert("c", SECOND))
        .withMessageContaining("DelayQueue[2 of 2]");
    assertThat(small.tryInsert("c", SECOND)).isNull();
    assertThat(small.reset(second, SECOND)).isTrue();
    small.remove(second);
    assertThat(small.tryInsert("c", SECOND)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DelayQueue<>(clock, 0))
        .withMessageContaining("0");
  }

  @Test
  void peekAndTryNext_lookWithoutWaiting() {
    assertThat(queue.peek()).isNull();
    assertThat(queue.tryNext()).isNull();
    DelayQueue.Entry<String> late = in(20, "late");
    DelayQueue.Entry<String> soon = in(10, "soon");
    assertThat(queue.peek()).isSameAs(soon);
    assertThat(queue.tryNext()).isNull();
    clock.advance(Duration.ofMillis(10));
    assertThat(queue.size()).isEqualTo(2);
    assertThat(queue.tryNext()).isSameAs(soon);
    assertThat(queue.tryNext()).isNull();
    assertThat(queue.peek()).isSameAs(late);
  }

  @Test
  void tryNext_takesTheLast_wakesTheWaitingPollToTheEnd() throws Exception {
    in(10, "a");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    clock.advance(Duration.ofMillis(10));
    assertThat(queue.tryNext()).isNotNull();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isNull();
  }

  @Test
  void stream_endsWhenEmptyAndGoesOnAfterAnInsert() throws Exception {
    AsyncStream<DelayQueue.Entry<String>> stream = Streams.expiring(queue);
    in(20, "b");
    in(10, "a");
    assertThat(task.run(stream.map(DelayQueue.Entry::value).toList(10))).containsExactly("a", "b");
    in(5, "c");
    Future<DelayQueue.Entry<String>> next = stream.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    assertThat(task.timers().size()).isZero();
    assertThat(task.run(stream.next()).value()).isEqualTo("c");
  }

  @Test
  void next_costsOneOperationOfTheBudget() throws Exception {
    in(0, "a");
    in(0, "b");
    task.ready(queue.next());
    assertThat(task.budget()).isEqualTo(PollContext.BUDGET - 1);
    task.ready(Streams.expiring(queue).next());
    assertThat(task.budget()).isEqualTo(PollContext.BUDGET - 1);
  }

  @Test
  void next_clockStepsBackWhileItWaits_isStillNotEarly() throws Exception {
    in(10, "a");
    Future<DelayQueue.Entry<String>> next = queue.next();
    task.pending(next);
    clock.advance(Duration.ofMillis(-5));
    task.pending(next);
    task.advance(Duration.ofMillis(14));
    task.pending(next);
    task.advance(Duration.ofMillis(1));
    assertThat(task.ready(next).value()).isEqualTo("a");
  }

  @Test
  void values_manyInAndOut_leaveNothingBehind() throws Exception {
    var entries = new ArrayList<DelayQueue.Entry<String>>();
    for (int i = 0; i < 10_000; i++) {
      entries.add(in(i % 100, "v" + i));
    }
    for (int i = 0; i < entries.size(); i += 2) {
      queue.remove(entries.get(i));
    }
    long before = 0;
    for (int i = 0; i < entries.size() / 2; i++) {
      DelayQueue.Entry<String> entry = task.run(queue.next());
      assertThat(entry.deadlineNanos() - before)
          .isGreaterThanOrEqualTo(i == 0 ? Long.MIN_VALUE : 0);
      before = entry.deadlineNanos();
    }
    assertThat(queue.isEmpty()).isTrue();
    assertThat(task.timers().size()).isZero();
  }
}
