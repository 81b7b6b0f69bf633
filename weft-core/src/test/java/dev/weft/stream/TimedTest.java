package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.TestTask;
import dev.weft.time.Interval;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Operators that go by the clock. */
class TimedTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HALF = Duration.ofMillis(500);

  private final TestTask task = new TestTask();
  private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
  private final AsyncStream<Integer> source = Streams.fromReceiver(channel.receiver());

  private void give(int item) throws Exception {
    task.ready(channel.sender().send(item));
  }

  @Test
  void chunksTimeout_fullOrOld_isGiven() throws Exception {
    AsyncStream<List<Integer>> chunks = source.chunksTimeout(2, SECOND);
    Future<List<Integer>> next = chunks.next();
    task.pending(next);
    task.advance(SECOND.multipliedBy(9));
    task.pending(next);
    give(1);
    task.pending(next);
    task.advance(HALF);
    task.pending(next);
    task.advance(HALF);
    assertThat(task.ready(next)).containsExactly(1);
    give(2);
    give(3);
    give(4);
    assertThat(task.ready(chunks.next())).containsExactly(2, 3);
    task.pending(next = chunks.next());
    channel.sender().close();
    assertThat(task.ready(next)).containsExactly(4);
    assertThat(task.ready(chunks.next())).isNull();
    assertThat(task.advanceToNextTimer()).isFalse();
  }

  @Test
  void chunksTimeout_cancelledNext_givesTheTimerUpAndKeepsItemsAndDeadline() throws Exception {
    AsyncStream<List<Integer>> chunks = source.chunksTimeout(9, SECOND);
    give(1);
    Future<List<Integer>> next = chunks.next();
    task.pending(next);
    task.advance(HALF);
    assertThat(next.cancel()).isTrue();
    assertThat(task.advanceToNextTimer()).isFalse();
    task.pending(next = chunks.next());
    task.advance(HALF);
    assertThat(task.ready(next)).containsExactly(1);
  }

  @Test
  void debounce_burst_givesTheLastOne() throws Exception {
    AsyncStream<Integer> calm = source.debounce(SECOND);
    Future<Integer> next = calm.next();
    give(1);
    task.pending(next);
    task.advance(HALF);
    give(2);
    task.pending(next);
    task.advance(HALF);
    task.pending(next);
    task.advance(HALF);
    assertThat(task.ready(next)).isEqualTo(2);
    give(3);
    channel.sender().close();
    assertThat(task.ready(calm.next())).isEqualTo(3);
    assertThat(task.ready(calm.next())).isNull();
  }

  @Test
  void throttle_readyItems_comeAtTheGapAndNoneIsLost() throws Exception {
    AsyncStream<Integer> slow = Streams.of(1, 2, 3).throttle(SECOND);
    assertThat(task.ready(slow.next())).isEqualTo(1);
    Future<Integer> next = slow.next();
    task.pending(next);
    task.advance(HALF);
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    task.advance(HALF);
    assertThat(task.ready(slow.next())).isEqualTo(2);
    long start = task.clock().nanoTime();
    assertThat(task.run(slow.next())).isEqualTo(3);
    assertThat(task.clock().nanoTime() - start).isEqualTo(SECOND.toNanos());
  }

  @Test
  void timeoutEach_itemTooLate_failsAndTheSourceCanBeReadOn() throws Exception {
    AsyncStream<Integer> limited = source.timeoutEach(SECOND);
    give(1);
    assertThat(task.ready(limited.next())).isEqualTo(1);
    task.advance(SECOND);
    Future<Integer> next = limited.next();
    task.pending(next);
    task.advance(SECOND);
    assertThatThrownBy(() -> task.poll(next))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("The stream had no next item within PT1S.");
    assertThat(task.ready(limited.next())).isNull();
    give(2);
    assertThat(task.ready(source.next())).isEqualTo(2);
  }

  @Test
  void timeoutEach_sourceNeedsTimeToLeave_itemThatStillComesCounts() throws Exception {
    ScriptedStream<Integer> slow = new ScriptedStream<Integer>().stalls().gives(7);
    slow.needsTime = true;
    Future<Integer> next = slow.timeoutEach(SECOND).next();
    task.pending(next);
    task.advance(SECOND);
    task.pending(next);
    assertThat(slow.cancels).isEqualTo(1);
    slow.goOn();
    assertThat(task.ready(next)).isEqualTo(7);
  }

  @Test
  void interval_ticks_areDueTimes() throws Exception {
    assertThat(task.run(Streams.interval(SECOND).take(3).toList(3)))
        .containsExactly(0L, SECOND.toNanos(), 2 * SECOND.toNanos());
    AsyncStream<Long> later = Streams.interval(Interval.startingAfter(SECOND, SECOND));
    Future<Long> next = later.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    assertThat(task.advanceToNextTimer()).isFalse();
    assertThat(task.run(later.next())).isEqualTo(3 * SECOND.toNanos());
  }
}
