package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How tasks and {@code blockOn} begin, and hand over their results and failures. */
interface TaskContract extends RuntimeUnderTest {

  @Test
  default void blockOn_ready_givesValue() throws Exception {
    assertThat(weft().blockOn(Futures.ready(() -> 42))).isEqualTo(42);
  }

  @Test
  default void blockOn_pendingOften_givesValue() throws Exception {
    assertThat(weft().blockOn(Futures.after(1000, () -> "done"))).isEqualTo("done");
  }

  @Test
  default void blockOn_failing_throwsTheVeryException() {
    var failure = new IOException("x");
    assertThatThrownBy(
            () ->
                weft()
                    .blockOn(
                        cx -> {
                          throw failure;
                        }))
        .isSameAs(failure);
  }

  @Test
  default void spawn_join_givesValueToEachJoiner() throws Exception {
    JoinHandle<String> handle = weft().spawn(Futures.after(3, () -> "v"));
    assertThat(weft().blockOn(handle)).isEqualTo("v");
    assertThat(weft().blockOn(handle)).isEqualTo("v");
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  default void spawn_failing_joinThrowsTheVeryExceptionAndSiblingsGoOn() throws Exception {
    var failure = new IllegalArgumentException("mine");
    JoinHandle<Object> bad =
        weft()
            .spawn(
                cx -> {
                  throw failure;
                });
    JoinHandle<Integer> good = weft().spawn(Futures.after(5, () -> 1));
    assertThatThrownBy(() -> weft().blockOn(bad)).isSameAs(failure);
    assertThat(weft().blockOn(good)).isEqualTo(1);
    weft().close();
    assertThat(unhandled()).isEmpty();
  }

  @Test
  default void spawn_stackOverflowInTask_failsThatTaskOnly() throws Exception {
    JoinHandle<Object> bad = weft().spawn(cx -> Poll.ready(recurse(0)));
    assertThatThrownBy(() -> weft().blockOn(bad)).isInstanceOf(StackOverflowError.class);
    assertThat(weft().blockOn(Futures.ready(() -> 7))).isEqualTo(7);
  }

  private static long recurse(long depth) {
    return depth < 0 ? 0 : recurse(depth + 1) + depth;
  }

  @Test
  default void spawn_manyTasks_allRun() throws Exception {
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      int value = i;
      handles.add(weft().spawn(Futures.after(i % 3, () -> value)));
    }
    long sum = 0;
    for (JoinHandle<Integer> handle : handles) {
      sum += weft().blockOn(handle);
    }
    assertThat(sum).isEqualTo(10_000L * 9_999 / 2);
    Eventually.until("no task is alive", () -> weft().metrics().liveTasks() == 0);
  }

  @Test
  default void spawn_sameFutureTwice_saysSo() throws Exception {
    var sleep = Sleep.after(Duration.ZERO);
    weft().blockOn(weft().spawn(sleep));
    assertThatThrownBy(() -> weft().spawn(sleep))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was spawned before");
  }

  @Test
  default void poll_afterCompletion_saysSo() throws Exception {
    var sleep = Sleep.after(Duration.ZERO);
    weft().blockOn(cx -> sleep.poll(cx));
    assertThatThrownBy(() -> weft().blockOn(cx -> sleep.poll(cx)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after it had completed");
  }

  @Test
  default void blockOn_insideATask_isRefused() {
    assertThatThrownBy(
            () -> weft().blockOn(cx -> Poll.ready(weft().blockOn(Futures.ready(() -> 1)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn was called inside task");
  }

  @Test
  default void blockOn_interrupted_cancelsTheRootAndThrows() {
    var event = new Event<String>();
    Thread caller = Thread.currentThread();
    weft()
        .spawn(
            Futures.after(
                50,
                () -> {
                  caller.interrupt();
                  return null;
                }));
    assertThatThrownBy(() -> weft().blockOn(event)).isInstanceOf(InterruptedException.class);
    assertThat(event.cancels()).isEqualTo(1);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  default void blockOn_onVirtualThread_parksIt() throws Exception {
    var result = new AtomicReference<Object>();
    Thread thread =
        Thread.startVirtualThread(
            () -> {
              try {
                result.set(weft().blockOn(Sleep.after(Duration.ofMillis(1))) == null);
              } catch (Throwable failure) {
                result.set(failure);
              }
            });
    thread.join();
    assertThat(result.get()).isEqualTo(true);
  }
}
