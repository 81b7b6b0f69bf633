package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * When a task is polled: after each wake, by whomever, and never otherwise; and that each gets its
 * turn.
 */
interface WakeContract extends RuntimeUnderTest {

  @Test
  default void wake_duringOwnPoll_givesExactlyOneMorePoll() throws Exception {
    var polls = new AtomicInteger();
    JoinHandle<Integer> handle =
        weft()
            .spawn(
                cx -> {
                  if (polls.incrementAndGet() == 1) {
                    cx.waker().wake();
                    cx.waker().wake();
                    return Poll.pending();
                  }
                  return Poll.ready(polls.get());
                });
    assertThat(weft().blockOn(handle)).isEqualTo(2);
  }

  @Test
  default void wake_idleTaskManyTimes_givesOnePoll() throws Exception {
    var polls = new AtomicInteger();
    var waker = new AtomicReference<Waker>();
    JoinHandle<Void> handle =
        weft()
            .spawn(
                cx -> {
                  polls.incrementAndGet();
                  waker.set(cx.waker());
                  return Poll.pending();
                });
    weft().blockOn(until(() -> waker.get() != null));
    // Inside one task no other one is polled in between, on a single thread; on several the bound
    // holds.
    weft()
        .blockOn(
            Futures.ready(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    waker.get().wake();
                  }
                  return null;
                }));
    weft().blockOn(until(() -> polls.get() >= 2));
    assertThat(polls.get()).isBetween(2, 101);
    handle.abort();
  }

  @Test
  default void poll_withoutWake_happensOnce() throws Exception {
    var event = new Event<String>();
    JoinHandle<String> handle = weft().spawn(event);
    weft().blockOn(until(() -> event.polls() == 1));
    weft().blockOn(Futures.after(200, () -> null));
    assertThat(event.polls()).isEqualTo(1);
    event.complete("x");
    assertThat(weft().blockOn(handle)).isEqualTo("x");
    assertThat(event.polls()).isEqualTo(2);
  }

  @Test
  default void waker_afterTaskAndRuntimeEnded_isHarmless() throws Exception {
    var waker = new AtomicReference<Waker>();
    weft()
        .blockOn(
            weft()
                .spawn(
                    cx -> {
                      waker.set(cx.waker());
                      return Poll.ready(null);
                    }));
    waker.get().wake();
    weft().close();
    waker.get().wake();
    assertThat(weft().metrics().liveTasks()).isZero();
  }

  @Test
  default void sleep_zeroAndShort_complete() throws Exception {
    weft().blockOn(Sleep.after(Duration.ZERO));
    weft().blockOn(Sleep.after(Duration.ofNanos(1)));
    weft().blockOn(weft().spawn(Sleep.after(Duration.ofMillis(2))));
    Eventually.until("no task is alive", () -> weft().metrics().liveTasks() == 0);
  }

  @Test
  default void sleep_thousandTasks_allWake() throws Exception {
    List<JoinHandle<Void>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft().spawn(Sleep.after(Duration.ofMillis(i % 20))));
    }
    for (JoinHandle<Void> handle : handles) {
      weft().blockOn(handle);
    }
    Eventually.until("no task is alive", () -> weft().metrics().liveTasks() == 0);
  }

  @Test
  default void selfWakingTaskForEver_othersAndRootStillProgress() throws Exception {
    JoinHandle<Object> spinner =
        weft()
            .spawn(
                cx -> {
                  cx.waker().wake();
                  return Poll.pending();
                });
    JoinHandle<String> waiter = weft().spawn(Futures.after(50, () -> "through"));
    assertThat(weft().blockOn(waiter)).isEqualTo("through");
    weft().blockOn(Sleep.after(Duration.ofMillis(5)));
    spinner.abort();
    assertThatThrownBy(() -> weft().blockOn(spinner)).isInstanceOf(CancellationException.class);
  }

  @Test
  default void taskThatRespawnsItselfForEver_rootStillWakes() throws Exception {
    var stop = new AtomicBoolean();
    respawn(stop);
    weft().blockOn(Sleep.after(Duration.ofMillis(5)));
    assertThat(weft().blockOn(Futures.after(20, () -> "woke"))).isEqualTo("woke");
    stop.set(true);
  }

  private void respawn(AtomicBoolean stop) {
    weft()
        .spawn(
            Futures.ready(
                () -> {
                  if (!stop.get()) {
                    respawn(stop);
                  }
                  return null;
                }));
  }
}
