package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Failures that nobody joins, and those of wakers: they are reported, and others go on. */
interface FailureContract extends RuntimeUnderTest {

  @Test
  default void failure_detached_isReportedOnceAtCompletion() throws Exception {
    var failure = new IllegalStateException("lost");
    JoinHandle<Object> handle = weft().spawn(failing(failure)).detach();
    weft().blockOn(until(handle::isFinished));
    weft().blockOn(until(() -> !unhandled().isEmpty()));
    handle.detach();
    weft().close();
    assertThat(unhandled()).containsExactly(failure);
  }

  @Test
  default void failure_neverJoined_isReportedOnceAtClose() throws Exception {
    var failure = new IllegalStateException("lost");
    JoinHandle<Object> handle = weft().spawn(failing(failure));
    weft().blockOn(until(handle::isFinished));
    assertThat(unhandled()).isEmpty();
    weft().close();
    assertThat(unhandled()).containsExactly(failure);
  }

  @Test
  default void failure_handleGarbage_isReported() throws Exception {
    var failure = new IllegalStateException("lost");
    weft().spawn(failing(failure));
    weft()
        .blockOn(
            until(
                () -> {
                  System.gc();
                  return !unhandled().isEmpty();
                }));
    assertThat(unhandled()).containsExactly(failure);
  }

  private static Future<Object> failing(RuntimeException failure) {
    return cx -> {
      throw failure;
    };
  }

  @Test
  default void timersWaker_throws_isReportedAndOthersGoOn() throws Exception {
    var failure = new IllegalStateException("a waker that throws");
    Waker broken =
        () -> {
          throw failure;
        };
    var sleep = Sleep.after(Duration.ofMillis(1));
    JoinHandle<Object> careless =
        weft()
            .spawn(
                cx -> {
                  if (!sleep.isElapsed()) {
                    boolean _ = sleep.poll(cx.withWaker(broken)).isReady();
                  }
                  return Poll.pending();
                });
    weft().blockOn(until(() -> unhandled().contains(failure)));
    unhandled().clear();
    assertThat(weft().blockOn(weft().spawn(Futures.ready(() -> 7)))).isEqualTo(7);
    careless.abort();
  }

  @Test
  default void joinersWaker_throws_isReportedAndOthersGoOn() throws Exception {
    var failure = new IllegalStateException("a waker that throws");
    Waker broken =
        () -> {
          throw failure;
        };
    var event = new Event<Integer>();
    JoinHandle<Integer> joined = weft().spawn(event);
    assertThat(joined.poll(Context.of(broken)).isReady()).isFalse();
    event.complete(1);
    weft().blockOn(until(() -> unhandled().contains(failure)));
    unhandled().clear();
    assertThat(weft().blockOn(weft().spawn(Futures.ready(() -> 7)))).isEqualTo(7);
  }

  @Test
  default void joinersWaker_throws_theOtherJoinersAreWoken() throws Exception {
    var failure = new IllegalStateException("a waker that throws");
    Waker broken =
        () -> {
          throw failure;
        };
    var event = new Event<Integer>();
    JoinHandle<Integer> joined = weft().spawn(event);
    assertThat(joined.poll(Context.of(broken)).isReady()).isFalse();
    var woken = new AtomicBoolean();
    assertThat(joined.poll(Context.of(() -> woken.set(true))).isReady()).isFalse();
    event.complete(1);
    runUntil(woken::get);
    runUntil(() -> unhandled().contains(failure));
    unhandled().clear();
  }
}
