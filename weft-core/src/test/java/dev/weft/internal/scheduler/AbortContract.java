package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.testkit.Futures.SlowToCancel;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What an abort does to a task in each of its states. */
interface AbortContract extends RuntimeUnderTest {

  @Test
  default void abort_idleTask_joinThrowsCancellationExceptionAndFutureWasReleased() {
    var event = new Event<String>();
    JoinHandle<String> handle = weft().spawn(event);
    runUntil(() -> event.polls() == 1);
    handle.abort();
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(event.cancels()).isEqualTo(1);
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  default void abort_parkedOnTimer_cancels() {
    JoinHandle<Void> handle = weft().spawn(Sleep.after(Duration.ofHours(1)));
    runUntil(() -> weft().metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  default void abort_slowCleanUp_isFinishedOnlyAfterIt() {
    var cleaned = new AtomicBoolean();
    JoinHandle<Object> handle = weft().spawn(new SlowToCancel<>(10, () -> cleaned.set(true)));
    runUntil(() -> weft().metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(cleaned).isTrue();
  }

  @Test
  default void abort_cleanUpThatFails_joinThrowsThatFailure() {
    var failure = new IllegalStateException("bad close");
    JoinHandle<Object> handle =
        weft()
            .spawn(
                new SlowToCancel<>(
                    0,
                    () -> {
                      throw failure;
                    }));
    runUntil(() -> weft().metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isSameAs(failure);
  }

  @Test
  default void abort_finishedTask_changesNothing() throws Exception {
    JoinHandle<Integer> handle = weft().spawn(Futures.ready(() -> 5));
    assertThat(weft().blockOn(handle)).isEqualTo(5);
    handle.abort();
    assertThat(weft().blockOn(handle)).isEqualTo(5);
  }

  @Test
  default void abort_taskThatNeverYieldsAgain_completesNormally() throws Exception {
    var handle = new AtomicReference<JoinHandle<String>>();
    handle.set(
        weft()
            .spawn(
                cx -> {
                  JoinHandle<String> self = handle.get();
                  if (self == null) {
                    cx.waker().wake();
                    return Poll.pending();
                  }
                  self.abort();
                  return Poll.ready("still");
                }));
    assertThat(weft().blockOn(handle.get())).isEqualTo("still");
  }

  @Test
  default void abort_beforeFirstPoll_neverPolls() {
    var event = new Event<String>();
    var handle = new AtomicReference<JoinHandle<String>>();
    // Spawned and aborted within one poll, so no worker of a single thread can have polled it.
    runOnce(
        () -> {
          handle.set(weft().spawn(event));
          handle.get().abort();
        });
    assertThatThrownBy(() -> weft().blockOn(handle.get()))
        .isInstanceOf(CancellationException.class);
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  default void task_throwingCancellationItself_countsAsAborted() {
    JoinHandle<Object> handle =
        weft()
            .spawn(
                cx -> {
                  throw new Cancellation("by hand");
                });
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  default void abort_failureSuppressedOnCancellation_goesToTheHandler() throws Exception {
    var failure = new IOException("close");
    JoinHandle<Object> handle =
        weft()
            .spawn(
                new SlowToCancel<>(
                    0,
                    () -> {
                      var cancellation = new Cancellation("with a bad close");
                      cancellation.addSuppressed(failure);
                      throw cancellation;
                    }));
    runUntil(() -> weft().metrics().polls() > 0);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(unhandled()).containsExactly(failure);
  }
}
