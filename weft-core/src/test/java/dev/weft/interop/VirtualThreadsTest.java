package dev.weft.interop;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VirtualThreadsTest {

  private final Weft weft = Weft.builder().workers(2).build();

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void call_runsOnAVirtualThreadOfItsOwn() throws Exception {
    Thread thread = weft.blockOn(VirtualThreads.call(Thread::currentThread));
    assertThat(thread.isVirtual()).isTrue();
  }

  @Test
  void call_failure_isTheVeryException() {
    var failure = new IOException("broken");
    assertThatThrownBy(
            () ->
                weft.blockOn(
                    VirtualThreads.call(
                        () -> {
                          throw failure;
                        })))
        .isSameAs(failure);
  }

  @Test
  void call_withoutARuntime_works() throws Exception {
    assertThat(await(VirtualThreads.call(() -> 3))).isEqualTo(3);
  }

  @Test
  void call_aborted_isInterruptedAndWaitedFor() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new AtomicBoolean();
    JoinHandle<Integer> handle =
        weft.spawn(
            VirtualThreads.call(
                () -> {
                  running.countDown();
                  try {
                    new CountDownLatch(1).await();
                    return 1;
                  } finally {
                    cleaned.set(true);
                  }
                }));
    Futures.await(running);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(cleaned).isTrue();
  }

  @Test
  void call_thatStillReturnsAValue_counts() throws Exception {
    var running = new CountDownLatch(1);
    JoinHandle<Integer> handle =
        weft.spawn(
            VirtualThreads.call(
                () -> {
                  running.countDown();
                  try {
                    new CountDownLatch(1).await();
                    return 1;
                  } catch (InterruptedException interrupt) {
                    return 2;
                  }
                }));
    Futures.await(running);
    handle.abort();
    assertThat(weft.blockOn(handle)).isEqualTo(2);
  }

  @Test
  void call_failsInItsCleanUp_suppressesIt() throws Exception {
    var task = new TestTask();
    var running = new CountDownLatch(1);
    Future<Integer> call =
        VirtualThreads.call(
            () -> {
              try {
                running.countDown();
                new CountDownLatch(1).await();
                return 1;
              } catch (InterruptedException interrupt) {
                throw new IOException("clean-up");
              }
            });
    task.pending(call);
    Futures.await(running);
    assertThat(call.cancel()).isFalse();
    assertThat(call.cancel()).isFalse();
    task.awaitWakes(1);
    assertThatThrownBy(() -> task.poll(call))
        .isInstanceOf(Cancellation.class)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()[0]).hasMessage("clean-up"));
  }

  @Test
  void call_cancelledBeforeItsFirstPoll_neverRuns() {
    var ran = new AtomicBoolean();
    Future<Integer> call =
        VirtualThreads.call(
            () -> {
              ran.set(true);
              return 1;
            });
    assertThat(call.cancel()).isTrue();
    assertThat(ran).isFalse();
  }

  @Test
  void virtualThread_blocksOnAFuture_andCanBeInterrupted() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    var outcome = new CompletableFuture<Object>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    outcome.complete(
                        weft.blockOn(
                            async(
                                () -> {
                                  try {
                                    running.countDown();
                                    await(sleep(Duration.ofHours(1)));
                                    return 1;
                                  } finally {
                                    cleaned.countDown();
                                  }
                                })));
                  } catch (Exception failure) {
                    outcome.complete(failure);
                  }
                });
    Futures.await(running);
    caller.interrupt();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(cleaned.getCount()).isZero();
  }
}
