package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Jobs of the blocking pool. */
interface BlockingContract extends RuntimeUnderTest {

  @Test
  default void spawnBlocking_callThatBlocks_othersGoOn() throws Exception {
    var release = new CountDownLatch(1);
    JoinHandle<String> blocked =
        weft()
            .spawnBlocking(
                () -> {
                  Futures.await(release);
                  return Thread.currentThread().getName();
                });
    assertThat(weft().blockOn(Futures.after(10, () -> 1))).isEqualTo(1);
    release.countDown();
    assertThat(weft().blockOn(blocked)).contains("blocking");
  }

  @Test
  default void spawnBlocking_failing_throwsTheVeryException() {
    var failure = new IOException("disk");
    JoinHandle<Object> handle =
        weft()
            .spawnBlocking(
                () -> {
                  throw failure;
                });
    assertThatThrownBy(() -> weft().blockOn(handle)).isSameAs(failure);
  }

  @Test
  default void spawnBlocking_abortedWhileRunning_isInterrupted() throws Exception {
    var started = new CountDownLatch(1);
    JoinHandle<Object> handle =
        weft()
            .spawnBlocking(
                () -> {
                  started.countDown();
                  new CountDownLatch(1).await();
                  return null;
                });
    Futures.await(started);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  default void spawnBlocking_queueFull_rejectsOrWaits() throws Exception {
    Weft rejecting =
        open(
            (WeftBuilder)
                new WeftBuilder().blockingThreads(1).blockingQueue(1, Weft.WhenFull.REJECT));
    var release = new CountDownLatch(1);
    JoinHandle<Object> running = rejecting.spawnBlocking(() -> waitFor(release));
    JoinHandle<Object> queued = rejecting.spawnBlocking(() -> "queued");
    JoinHandle<Object> tooMany = rejecting.spawnBlocking(() -> "rejected");
    assertThatThrownBy(() -> rejecting.blockOn(tooMany)).hasMessageContaining("holds 1 jobs");
    release.countDown();
    assertThat(rejecting.blockOn(running)).isEqualTo("released");
    assertThat(rejecting.blockOn(queued)).isEqualTo("queued");

    Weft waiting =
        open(
            (WeftBuilder)
                new WeftBuilder().blockingThreads(1).blockingQueue(1, Weft.WhenFull.WAIT));
    List<JoinHandle<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int value = i;
      all.add(waiting.spawnBlocking(() -> value));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(waiting.blockOn(all.get(i))).isEqualTo(i);
    }
  }

  private static Object waitFor(CountDownLatch latch) throws InterruptedException {
    Futures.await(latch);
    return "released";
  }

  @Test
  default void spawnBlocking_startedBeforeShutdown_completesAndDelivers() throws Exception {
    var started = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    JoinHandle<Object> handle =
        weft()
            .spawnBlocking(
                () -> {
                  started.countDown();
                  return waitFor(release);
                });
    Futures.await(started);
    release.countDown();
    assertThat(weft().shutdown(Duration.ofSeconds(20))).isTrue();
    assertThat(handle.poll(Context.of(Waker.noop()))).isEqualTo(Poll.ready("released"));
  }

  @Test
  default void blockingJob_leavesItsInterruptFlagSet_nextJobBeginsWithoutIt() throws Exception {
    var builder = new WeftBuilder();
    builder.blockingThreads(1);
    Weft one = open(builder);
    JoinHandle<Object> first =
        one.spawnBlocking(
            () -> {
              Thread.currentThread().interrupt();
              return "left it";
            });
    JoinHandle<Boolean> second = one.spawnBlocking(() -> Thread.currentThread().isInterrupted());
    assertThat(one.blockOn(first)).isEqualTo("left it");
    assertThat(one.blockOn(second)).isFalse();
  }

  @Test
  default void blockingThread_cannotBeStarted_laterJobsRun() throws Exception {
    var refused = new AtomicBoolean();
    var builder = new WeftBuilder();
    builder.blockingThreads(1);
    builder.threads(
        (name, body) -> {
          if (!name.contains("blocking") || !refused.compareAndSet(false, true)) {
            return new RuntimeThread(name, body);
          }
          var thread = new RuntimeThread(name, () -> {});
          thread.start(); // so that the pool's start of it fails
          return thread;
        });
    Weft one = open(builder);
    JoinHandle<Integer> first = one.spawnBlocking(() -> 1);
    assertThatThrownBy(() -> one.blockOn(first)).isInstanceOf(IllegalThreadStateException.class);
    assertThat(one.blockOn(one.spawnBlocking(() -> 2))).isEqualTo(2);
  }
}
