package dev.weft.backend;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.firstSuccess;
import static dev.weft.Async.join;
import static dev.weft.Async.race;
import static dev.weft.Async.retry;
import static dev.weft.Async.shield;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;
import static dev.weft.Async.timeoutAt;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Retry;
import dev.weft.Weft;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Races, retries, deadlines and shields in blocks; {@code weft-verify} runs them woven, too. */
@Tag("stackful")
@Timeout(60)
class RacesTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration STEP = Duration.ofMillis(10);

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final ManualClock clock = new ManualClock();

  /** A runtime whose time only moves when a test moves it. */
  private Weft held() {
    return ((RuntimeOptions) Weft.builder().workers(1)).clock(clock).build();
  }

  private Future<String> cleaningUp(String name) {
    return async(
        () -> {
          try {
            await(sleep(LONG));
            return name;
          } finally {
            await(yieldNow());
            log.add(name + " cleaned up");
          }
        });
  }

  private static Future<String> failing(String message) {
    return async(
        () -> {
          await(yieldNow());
          throw new IOException(message);
        });
  }

  @Test
  void race_oneSettles_losersHaveCleanedUp() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<String> quick =
          async(
              () -> {
                await(sleep(Duration.ofMillis(1)));
                return "quick";
              });
      String won = weft.blockOn(race(cleaningUp("a"), quick, cleaningUp("b")));
      assertThat(won).isEqualTo("quick");
      assertThat(log).containsExactlyInAnyOrder("a cleaned up", "b cleaned up");
    }
  }

  @Test
  void race_failureIsFirst_isThrownAfterTheCleanUp() {
    try (Weft weft = Weft.create()) {
      assertThatThrownBy(() -> weft.blockOn(race(List.of(cleaningUp("a"), failing("broken")))))
          .isInstanceOf(IOException.class)
          .hasMessage("broken");
      assertThat(log).containsExactly("a cleaned up");
    }
  }

  @Test
  void race_ofNone_isRefused() {
    assertThatThrownBy(() -> race(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("race got 0 futures; it needs at least 1.");
    assertThatThrownBy(() -> firstSuccess(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("firstSuccess got 0 futures; it needs at least 1.");
  }

  @Test
  void firstSuccess_someFail_theRestHasCleanedUp() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<String> good =
          async(
              () -> {
                await(sleep(Duration.ofMillis(1)));
                return "good";
              });
      assertThat(weft.blockOn(firstSuccess(failing("one"), good, cleaningUp("a"))))
          .isEqualTo("good");
      assertThat(log).containsExactly("a cleaned up");
    }
  }

  @Test
  void firstSuccess_allFail_oneExceptionTellsAll() {
    try (Weft weft = Weft.create()) {
      Throwable thrown =
          catchThrowable(
              () -> weft.blockOn(firstSuccess(failing("one"), failing("two"), failing("three"))));
      assertThat(thrown).isInstanceOf(IOException.class);
      assertThat(thrown.getSuppressed()).hasSize(2);
    }
  }

  @Test
  void retry_failsTwice_thirdAttemptIsTheResult() throws Exception {
    try (Weft weft = held()) {
      var policy =
          Retry.exponential(STEP)
              .jitter(0)
              .onRetry((attempt, failure, delay) -> log.add(attempt + " " + delay.toMillis()));
      Future<String> work =
          retry(
              policy,
              () -> {
                await(yieldNow());
                if (log.size() < 2) {
                  throw new IOException("attempt");
                }
                return "done after " + Duration.ofNanos(clock.nanoTime()).toMillis() + " ms";
              });
      Future<Void> time =
          async(
              () -> {
                for (int pause = 1; pause <= 2; pause++) {
                  while (log.size() < pause) {
                    await(yieldNow());
                  }
                  await(yieldNow()); // the pause begins in the poll that has told us
                  clock.advance(STEP.multipliedBy(pause));
                }
              });
      assertThat(weft.blockOn(join(work, time)).first()).isEqualTo("done after 30 ms");
      assertThat(log).containsExactly("1 10", "2 20");
    }
  }

  @Test
  void retry_actionIsCancelledInAnAttempt_noOtherBegins() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<Void> endless =
          retry(
              Retry.fixed(Duration.ZERO).attempts(Integer.MAX_VALUE),
              () -> {
                log.add("attempt");
                try {
                  await(sleep(LONG));
                } finally {
                  log.add("cleaned up");
                }
              });
      assertThatThrownBy(() -> weft.blockOn(timeout(Duration.ofMillis(5), endless)))
          .isInstanceOf(TimeoutException.class);
      assertThat(log).containsExactly("attempt", "cleaned up");
    }
  }

  @Test
  void timeoutAt_severalStepsShareADeadline() throws Exception {
    try (Weft weft = held()) {
      long deadline = weft.nanoTime() + STEP.toNanos();
      Future<String> steps =
          async(
              () -> {
                await(timeoutAt(deadline, sleep(STEP.dividedBy(2))));
                log.add("first step");
                await(timeoutAt(deadline, cleaningUp("second step")));
                return "not reached";
              });
      Future<Void> time =
          async(
              () -> {
                await(yieldNow());
                clock.advance(STEP.dividedBy(2));
                while (log.isEmpty()) {
                  await(yieldNow());
                }
                await(yieldNow());
                clock.advance(STEP.dividedBy(2));
              });
      assertThatThrownBy(() -> weft.blockOn(join(steps, time)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageEndingWith("did not complete before its deadline.");
      assertThat(log).containsExactly("first step", "second step cleaned up");
    }
  }

  @Test
  void timeoutAt_inThePast_stillAsksOnce() throws Exception {
    try (Weft weft = held()) {
      assertThat(weft.blockOn(timeoutAt(weft.nanoTime() - 1, async(() -> "ready"))))
          .isEqualTo("ready");
      assertThatThrownBy(() -> weft.blockOn(timeoutAt(weft.nanoTime() - 1, sleep(LONG))))
          .isInstanceOf(TimeoutException.class);
    }
  }

  private Future<String> section() {
    return async(
        () -> {
          log.add("begun");
          await(sleep(Duration.ofMillis(5)));
          log.add("ended");
          return "section";
        });
  }

  @Test
  void shield_abortArrivesWithin_takesEffectAtTheNextAwait() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<Void> work =
          async(
              () -> {
                try {
                  log.add(await(shield(section())));
                  await(sleep(LONG));
                } finally {
                  log.add("cancelled");
                }
              });
      Future<Void> main =
          async(
              () -> {
                JoinHandle<Void> task = spawn(work);
                while (log.isEmpty()) {
                  await(yieldNow());
                }
                task.abort();
                try {
                  await(task);
                } catch (CancellationException aborted) {
                  log.add("aborted");
                }
              });
      weft.blockOn(main);
      assertThat(log).containsExactly("begun", "ended", "section", "cancelled", "aborted");
    }
  }

  @Test
  void shield_cancelledBefore_neverBegins() throws Exception {
    try (Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build()) {
      JoinHandle<String> task = weft.spawn(shield(section())); // polled by blockOn at the earliest
      task.abort();
      Future<Void> main =
          async(
              () -> {
                try {
                  await(task);
                } catch (CancellationException aborted) {
                  log.add("aborted");
                }
              });
      weft.blockOn(main);
      assertThat(log).containsExactly("aborted");
    }
  }

  @Test
  void close_whileAShieldRuns_waitsForIt() {
    Weft weft = Weft.create();
    JoinHandle<String> task = weft.spawn(shield(section()));
    while (log.isEmpty()) {
      Thread.onSpinWait();
    }
    weft.close();
    assertThat(task.isFinished()).isTrue();
    assertThat(log).containsExactly("begun", "ended");
  }
}
