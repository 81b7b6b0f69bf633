package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Retry;
import dev.weft.codegen.PollContext;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RetryingTest {

  private static final Duration STEP = Duration.ofMillis(10);

  private final TestTask task = new TestTask();
  private final List<Script<Object>> attempts = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();

  private Retrying<Object> retrying(Retry policy, IntFunction<Script<Object>> attempt) {
    return new Retrying<>(
        policy.onRetry((_, _, delay) -> pauses.add(delay)),
        () -> {
          Script<Object> next = attempt.apply(attempts.size() + 1);
          attempts.add(next);
          return next;
        });
  }

  private static Script<Object> failing(int attempt) {
    return Script.failing(new IOException("attempt " + attempt));
  }

  private Throwable thrown(Retrying<Object> retry) {
    return catchThrowable(() -> task.run(retry));
  }

  @Test
  void retry_succeedsAtOnce_oneAttempt() throws Exception {
    assertThat(task.ready(retrying(Retry.fixed(STEP), _ -> Script.ready("v")))).isEqualTo("v");
    assertThat(attempts).hasSize(1);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void retry_notPolled_startsNothing() {
    assertThat(retrying(Retry.fixed(STEP), RetryingTest::failing).cancel()).isTrue();
    assertThat(attempts).isEmpty();
  }

  @Test
  void retry_exponential_pausesDoubleUpToTheLongest() {
    var policy = Retry.exponential(STEP).jitter(0).maxDelay(Duration.ofMillis(50)).attempts(6);
    long before = task.clock().nanoTime();
    assertThat(thrown(retrying(policy, RetryingTest::failing))).hasMessage("attempt 6");
    assertThat(pauses).extracting(Duration::toMillis).containsExactly(10L, 20L, 40L, 50L, 50L);
    assertThat(task.clock().nanoTime() - before).isEqualTo(Duration.ofMillis(170).toNanos());
  }

  @Test
  void retry_jitter_shortensByItsShareAtMost() {
    var policy = Retry.fixed(STEP).jitter(0.5).attempts(200);
    assertThat(thrown(retrying(policy, RetryingTest::failing))).hasMessage("attempt 200");
    assertThat(pauses)
        .allMatch(pause -> pause.compareTo(STEP.dividedBy(2)) >= 0 && pause.compareTo(STEP) <= 0);
    assertThat(pauses.stream().distinct().count()).isGreaterThan(100);
  }

  @Test
  void retry_sameSeed_samePauses() {
    var policy = Retry.exponential(STEP).attempts(10);
    assertThat(thrown(retrying(policy, RetryingTest::failing))).isNotNull();
    List<Duration> first = List.copyOf(pauses);
    pauses.clear();
    attempts.clear();
    var again = retrying(policy, RetryingTest::failing);
    assertThat(catchThrowable(() -> new TestTask().run(again))).isNotNull();
    assertThat(pauses).isEqualTo(first);
  }

  @Test
  void retry_allFail_lastIsThrownWithThoseBeforeItSuppressed() {
    Throwable last = thrown(retrying(Retry.fixed(STEP), RetryingTest::failing));
    assertThat(last).hasMessage("attempt 3");
    assertThat(last.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("attempt 1", "attempt 2");
  }

  @Test
  void retry_sameExceptionEachTime_isNotSuppressedOnItself() {
    var same = new IOException("same");
    assertThat(thrown(retrying(Retry.fixed(STEP), _ -> Script.failing(same)))).isSameAs(same);
    assertThat(same.getSuppressed()).isEmpty();
  }

  @Test
  void retry_manyAttempts_keepsTheLatestFailuresOnly() {
    Throwable last =
        thrown(retrying(Retry.fixed(Duration.ZERO).attempts(1_000), RetryingTest::failing));
    assertThat(last.getSuppressed()).hasSize(Retrying.KEPT);
    assertThat(last.getSuppressed()[0]).hasMessage("attempt 984");
  }

  @Test
  void retry_failureIsNotWorthIt_isThrownAtOnce() {
    var policy = Retry.fixed(STEP).when(failure -> !failure.getMessage().equals("attempt 2"));
    assertThat(thrown(retrying(policy.attempts(9), RetryingTest::failing))).hasMessage("attempt 2");
    assertThat(attempts).hasSize(2);
  }

  @Test
  void retry_error_isNeverRetried() {
    var error = new AssertionError("no");
    assertThat(thrown(retrying(Retry.fixed(STEP), _ -> Script.failing(error)))).isSameAs(error);
    assertThat(attempts).hasSize(1);
  }

  @Test
  void retry_predicateThrows_isThrownWithTheFailureSuppressed() {
    var broken = new IllegalStateException("predicate");
    var policy =
        Retry.fixed(STEP)
            .when(
                _ -> {
                  throw broken;
                });
    assertThat(thrown(retrying(policy, RetryingTest::failing))).isSameAs(broken);
    assertThat(broken.getSuppressed()).extracting(Throwable::getMessage).contains("attempt 1");
  }

  @Test
  void within_pauseWouldEndLater_isNotBegun() {
    var policy = Retry.fixed(STEP).attempts(100).within(Duration.ofMillis(35));
    long before = task.clock().nanoTime();
    assertThat(thrown(retrying(policy, RetryingTest::failing))).hasMessage("attempt 4");
    assertThat(task.clock().nanoTime() - before).isEqualTo(Duration.ofMillis(30).toNanos());
  }

  @Test
  void attemptTimeout_attemptHangs_isCancelledAndRetried() throws Exception {
    var policy = Retry.fixed(STEP).attemptTimeout(Duration.ofMillis(5));
    var retry = retrying(policy, n -> n < 3 ? Script.never() : Script.ready("v"));
    assertThat(task.run(retry)).isEqualTo("v");
    assertThat(attempts.get(0).end).isEqualTo(Script.End.RELEASED);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void attemptTimeout_allHang_lastTimeoutIsThrown() {
    var policy = Retry.fixed(STEP).attemptTimeout(Duration.ofMillis(5));
    assertThat(thrown(retrying(policy, _ -> Script.never()))).isInstanceOf(TimeoutException.class);
  }

  @Test
  void cancel_inThePause_givesTheTimerUp() throws Exception {
    var retry = retrying(Retry.fixed(STEP), RetryingTest::failing);
    task.pending(retry);
    assertThat(retry.cancel()).isTrue();
    task.advance(STEP);
    assertThat(attempts).hasSize(1);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void cancel_attemptFailsInItsCleanUp_isNotRetried() throws Exception {
    var broken = new IOException("clean-up");
    var retry =
        retrying(Retry.fixed(STEP), _ -> Script.<Object>never().byItself().slowCancel(1, broken));
    task.pending(retry);
    assertThat(retry.cancel()).isFalse();
    assertThat(thrown(retry)).isSameAs(broken);
    assertThat(attempts).hasSize(1);
  }

  @Test
  void cancel_attemptStillSucceeds_valueCounts() throws Exception {
    var retry = retrying(Retry.fixed(STEP), _ -> Script.<Object>never().slowCancel(0, "late"));
    task.pending(retry);
    assertThat(retry.cancel()).isFalse();
    assertThat(task.ready(retry)).isEqualTo("late");
  }

  @Test
  void retry_failsAtOnceForEver_yieldsWhenTheBudgetIsUsedUp() throws Exception {
    var policy = Retry.fixed(Duration.ZERO).attempts(Integer.MAX_VALUE);
    var retry = retrying(policy, RetryingTest::failing);
    task.pending(retry);
    assertThat(task.yielded()).isTrue();
    assertThat(attempts).hasSizeLessThanOrEqualTo(PollContext.BUDGET + 1);
  }

  @Test
  void retry_cancelledByItsOwnPolicy_triesNoMore() {
    var itself = new ArrayList<Retrying<Integer>>();
    var policy =
        Retry.fixed(STEP).onRetry((_, _, _) -> assertThat(itself.getFirst().cancel()).isFalse());
    var retrying = new Retrying<Integer>(policy, () -> Script.failing(new IOException("once")));
    itself.add(retrying);
    assertThat(catchThrowable(() -> task.poll(retrying))).hasMessage("once");
  }
}
