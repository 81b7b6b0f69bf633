package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class TimeoutTest {

  private static final Duration LIMIT = Duration.ofMillis(5);

  private final TestTask task = new TestTask();

  private static <T> Timeout<T> limit(Future<T> future) {
    return new Timeout<>(LIMIT, future);
  }

  @Test
  void timeout_readyFutureAndNoTime_value() throws Exception {
    assertThat(task.ready(new Timeout<>(Duration.ZERO, Script.ready(1)))).isEqualTo(1);
    assertThat(task.ready(new Timeout<>(Duration.ofSeconds(-1), Script.ready(1)))).isEqualTo(1);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void timeout_pendingFutureAndNoTime_failsAtTheFirstPoll() {
    assertThat(catchThrowable(() -> task.poll(new Timeout<>(Duration.ZERO, Script.never()))))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void timeout_limitReached_futureReleasedAndMessageNamesTheLimit() throws Exception {
    var future = Script.never();
    var timeout = limit(future);
    task.pending(timeout);
    task.advance(LIMIT);
    assertThat(task.wakes()).isPositive();
    assertThat(catchThrowable(() -> task.poll(timeout)))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("never did not complete within PT0.005S.");
    assertThat(future.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void timeout_readyAtTheDeadline_valueWins() throws Exception {
    Script<String> future = Script.after(1, "v");
    var timeout = limit(future);
    task.pending(timeout);
    task.advance(LIMIT);
    assertThat(task.ready(timeout)).isEqualTo("v");
  }

  @Test
  void timeout_slowCleanUp_failsOnlyAfterIt() throws Exception {
    var future = Script.never().slowCancel(2);
    var timeout = limit(future);
    task.pending(timeout);
    task.advance(LIMIT);
    task.pending(timeout);
    task.pending(timeout);
    assertThat(catchThrowable(() -> task.poll(timeout))).isInstanceOf(TimeoutException.class);
    assertThat(future.end).isEqualTo(Script.End.FAILED);
    assertThat(future.cancels).isEqualTo(1);
  }

  @Test // J14: a resource opened as the timeout fires
  void timeout_valueAfterTheCancel_delivered() throws Exception {
    for (int polls = 0; polls < 4; polls++) {
      var resource = new Resource();
      var fresh = new TestTask();
      var timeout = limit(Script.never().slowCancel(polls, resource));
      fresh.pending(timeout);
      fresh.advance(LIMIT);
      for (int i = 0; i < polls; i++) {
        fresh.pending(timeout);
      }
      assertThat(fresh.ready(timeout)).isSameAs(resource);
      assertThat(resource.closes).isZero();
    }
  }

  @Test
  void timeout_failureInCleanUp_suppressed() throws Exception {
    var cleanUp = new IOException();
    var timeout = limit(Script.never().slowCancel(0, cleanUp));
    task.pending(timeout);
    task.advance(LIMIT);
    assertThat(catchThrowable(() -> task.poll(timeout)))
        .isInstanceOf(TimeoutException.class)
        .hasSuppressedException(cleanUp);
  }

  @Test
  void timeout_closeFailedDuringCancellation_suppressed() throws Exception {
    var close = new IOException();
    var cancellation = new Cancellation("x");
    cancellation.addSuppressed(close);
    var timeout = limit(Script.never().slowCancel(0, cancellation));
    task.pending(timeout);
    task.advance(LIMIT);
    assertThat(catchThrowable(() -> task.poll(timeout)))
        .isInstanceOf(TimeoutException.class)
        .hasSuppressedException(close);
  }

  @Test
  void timeout_failureBeforeTheLimit_passesAsItIs() {
    var failure = new IOException();
    assertThat(catchThrowable(() -> task.poll(limit(Script.failing(failure))))).isSameAs(failure);
  }

  @Test
  void timeout_budgetEater_stillElapses() throws Exception {
    var timeout = limit(new Eater());
    for (int i = 0; i < 5; i++) {
      task.pending(timeout);
      assertThat(task.budget()).isZero();
      task.advance(Duration.ofMillis(1));
    }
    assertThat(catchThrowable(() -> task.poll(timeout))).isInstanceOf(TimeoutException.class);
  }

  @Test
  void timeout_elapses_costsOneOperation() {
    var elapsed = new Timeout<>(Duration.ZERO, Script.never());
    assertThat(catchThrowable(() -> task.poll(elapsed))).isInstanceOf(TimeoutException.class);
    assertThat(task.budget()).isEqualTo(PollContext.BUDGET - 1);
  }

  @Test
  void timeout_polledWithoutBudget_yieldsBeforeItElapses() throws Exception {
    Script<String> future = Script.ready("v");
    var timeout = new Timeout<>(Duration.ZERO, future);
    task.setBudget(0);
    assertThat(task.pollOn(timeout).isReady()).isFalse();
    assertThat(task.yielded()).isTrue();
    assertThat(future.polls).isZero();
    assertThat(task.ready(timeout)).isEqualTo("v");
  }

  private static final class Eater extends RawFuture<Object> {
    @Override
    public Object pollRaw(Context cx) {
      ((TestTask) cx).setBudget(0);
      ((TestTask) cx).wake();
      return PENDING;
    }

    @Override
    public boolean claim() {
      return true;
    }
  }

  @Test
  void timeout_veryLong_neverElapsesAndDoesNotOverflow() throws Exception {
    var timeout = new Timeout<>(Duration.ofSeconds(Long.MAX_VALUE), Script.never());
    task.pending(timeout);
    task.advance(Duration.ofDays(3650));
    task.pending(timeout);
  }

  @Test
  void timeout_completes_timerGivenUp() throws Exception {
    for (int i = 0; i < 1000; i++) {
      var timeout = new Timeout<>(Duration.ofHours(1), Script.after(1, i));
      task.pending(timeout);
      task.ready(timeout);
    }
    task.timers().fire(task.clock().nanoTime());
    assertThat(task.timers().size()).isZero();
  }

  @Test // J27: a cancelled timeout is no leak
  void timeout_manyReadyFutures_noTimerLeft() throws Exception {
    for (int i = 0; i < 300_000; i++) {
      task.ready(new Timeout<>(Duration.ofHours(1), new Always()));
    }
    assertThat(task.timers().size()).isZero();
  }

  @Test // the limit of a future that fails first is given up
  void timeout_manyFailingFutures_noTimerLeft() throws Exception {
    var failure = new IllegalStateException("planted");
    for (int i = 0; i < 100_000; i++) {
      var failing = Script.failing(failure);
      assertThat(catchThrowable(() -> task.poll(new Timeout<>(Duration.ofHours(1), failing))))
          .isSameAs(failure);
    }
    for (int i = 0; i < 1_000; i++) {
      var polls = new int[1];
      RawFuture<Object> failsLater =
          RawFuture.own(
              cx -> {
                if (polls[0]++ > 0) {
                  throw failure;
                }
                return Poll.pending();
              });
      var timeout = new Timeout<>(Duration.ofHours(1), failsLater);
      task.pending(timeout);
      assertThat(catchThrowable(() -> task.poll(timeout))).isSameAs(failure);
    }
    assertThat(task.timers().size()).isZero();
  }

  private static final class Always extends dev.weft.codegen.LeafFuture<Object> {
    @Override
    protected Object pollLeaf(Context cx) {
      return 1;
    }
  }

  @Test
  void timeout_withoutRuntime_futureCancelledAndErrorNamesTheReason() throws Exception {
    var future = Script.never().slowCancel(1);
    var timeout = limit(future);
    var plain = Context.of(() -> {});
    assertThat(timeout.poll(plain).isReady()).isFalse();
    assertThat(catchThrowable(() -> timeout.poll(plain)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn");
    assertThat(future.end).isEqualTo(Script.End.FAILED);
  }

  @Test
  void cancel_beforeTheFirstPoll_released() {
    var future = Script.ready(1);
    assertThat(limit(future).cancel()).isTrue();
    assertThat(future.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void cancel_pending_futureAndTimerReleased() throws Exception {
    var timeout = limit(Script.never());
    task.pending(timeout);
    assertThat(timeout.cancel()).isTrue();
    task.timers().fire(task.clock().nanoTime());
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void cancel_slowFuture_itsOutcomeCounts() throws Exception {
    var timeout = limit(Script.never().slowCancel(1));
    task.pending(timeout);
    assertThat(timeout.cancel()).isFalse();
    task.advance(LIMIT);
    task.pending(timeout);
    assertThat(catchThrowable(() -> task.poll(timeout))).isInstanceOf(Cancellation.class);

    var late = limit(Script.never().slowCancel(0, "value"));
    task.pending(late);
    assertThat(late.cancel()).isFalse();
    assertThat(task.ready(late)).isEqualTo("value");
  }

  @Test
  void cancel_inTheMiddleOfItsOwnPoll_noTimerIsSet() throws Exception {
    var self = new ArrayList<Timeout<?>>();
    var timeout = limit(Script.never().slowCancel(1).inPoll(() -> self.getFirst().cancel()));
    self.add(timeout);
    task.pending(timeout);
    assertThat(task.timers().size()).isZero();
    assertThat(catchThrowable(() -> task.poll(timeout))).isInstanceOf(Cancellation.class);
  }

  @Test
  void turnTaken_limitReached_codeThatRunsIsCancelled() throws Exception {
    var stuck = Script.never().slowCancel(0).inPoll(() -> task.setTurn("block"));
    var sibling = Script.ready(1);
    var join = new Join<>(List.of(limit(stuck), sibling), false, List::of);
    task.pending(join);
    task.advance(LIMIT);
    stuck.inPoll(() -> task.setTurn(null)); // interrupted, it has come to its end
    assertThat(catchThrowable(() -> task.poll(join))).isInstanceOf(TimeoutException.class);
    assertThat(stuck.end).isEqualTo(Script.End.FAILED);
    assertThat(sibling.polls).isEqualTo(1);
  }

  @Test
  void timeout_ofTimeout_innerLimitWins() throws Exception {
    var inner = new Timeout<>(Duration.ofMillis(1), Script.never());
    var outer = limit(inner);
    assertThat(catchThrowable(() -> task.run(outer))).hasMessageContaining("PT0.001S");
    assertThat(List.of(task.timers().size())).containsExactly(0);
  }
}
