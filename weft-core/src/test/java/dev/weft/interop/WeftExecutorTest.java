package dev.weft.interop;

import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WeftExecutorTest {

  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).onUnhandled(unhandled::add).build();
  private final WeftExecutor executor = WeftExecutor.of(weft);

  @AfterEach
  void close() {
    weft.close();
  }

  private static final class Blocked implements Runnable {
    final CountDownLatch running = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public void run() {
      running.countDown();
      try {
        release.await();
      } catch (InterruptedException interrupt) {
        interrupted.countDown();
      }
    }
  }

  @Test
  void submit_values_arrive() throws Exception {
    assertThat(executor.submit(() -> 4).get()).isEqualTo(4);
    assertThat(executor.submit(() -> {}, "x").get()).isEqualTo("x");
    assertThat(CompletableFuture.supplyAsync(() -> 5, executor).get()).isEqualTo(5);
  }

  @Test
  void submit_failure_isTheCause() {
    var failure = new IOException("broken");
    Future<Integer> job =
        executor.submit(
            () -> {
              throw failure;
            });
    assertThatThrownBy(job::get).isInstanceOf(ExecutionException.class).cause().isSameAs(failure);
  }

  @Test
  void job_awaits_onTheRuntime() throws Exception {
    Callable<Boolean> body =
        () -> {
          await(sleep(Duration.ofMillis(1)));
          return Weft.current() == weft;
        };
    assertThat(executor.submit(body).get()).isTrue();
  }

  @Test
  void jobs_thatBlock_keepNoWorker() throws Exception {
    var all = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      executor.execute(
          () -> {
            all.countDown();
            try {
              all.await();
            } catch (InterruptedException interrupt) {
              throw new AssertionError(interrupt);
            }
          });
    }
    Futures.await(all);
  }

  @Test
  void execute_failure_goesToTheHandler() throws Exception {
    var failure = new IllegalStateException("broken");
    executor.execute(
        () -> {
          throw failure;
        });
    executor.close();
    weft.close();
    assertThat(unhandled).containsExactly(failure);
  }

  @Test
  void cancel_interruptsTheJob() throws Exception {
    var blocked = new Blocked();
    Future<?> job = executor.submit(blocked);
    Futures.await(blocked.running);
    assertThat(job.cancel(true)).isTrue();
    Futures.await(blocked.interrupted);
    assertThatThrownBy(job::get).isInstanceOf(CancellationException.class);
  }

  @Test
  void invokeAll_givesAllInOrder() throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int value = i;
      calls.add(() -> value);
    }
    List<Future<Integer>> done = executor.invokeAll(calls);
    for (int i = 0; i < 50; i++) {
      assertThat(done.get(i).get()).isEqualTo(i);
    }
  }

  @Test
  void invokeAll_timedOut_cancelsWhatIsLeft() throws Exception {
    var blocked = new Blocked();
    Callable<Integer> slow =
        () -> {
          blocked.run();
          return 1;
        };
    List<Future<Integer>> done = executor.invokeAll(List.of(slow), 1, TimeUnit.MILLISECONDS);
    assertThat(done.getFirst().isCancelled()).isTrue();
    executor.close(); // whether or not it had begun, nothing is left
  }

  @Test
  void invokeAny_givesTheFirstAndStopsTheRest() throws Exception {
    var blocked = new Blocked();
    Callable<Integer> slow =
        () -> {
          blocked.run();
          return 1;
        };
    Callable<Integer> quick =
        () -> {
          blocked.running.await();
          return 2;
        };
    assertThat(executor.invokeAny(List.of(slow, quick))).isEqualTo(2);
    Futures.await(blocked.interrupted);
    assertThatThrownBy(
            () ->
                executor.invokeAny(
                    List.<Callable<Integer>>of(
                        () -> {
                          throw new IOException("no");
                        })))
        .isInstanceOf(ExecutionException.class);
  }

  @Test
  void shutdown_letsJobsFinishAndRefusesNewOnes() throws Exception {
    var blocked = new Blocked();
    Future<?> job = executor.submit(blocked);
    executor.shutdown();
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isFalse();
    assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
    assertThatThrownBy(() -> executor.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("this view was shut down");
    blocked.release.countDown();
    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat((Object) job.get()).isNull();
    assertThat(weft.blockOn(Async.async(() -> "still runs"))).isEqualTo("still runs");
  }

  @Test
  void shutdown_withoutJobs_terminatesAtOnce() {
    executor.shutdown();
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void shutdownNow_interruptsRunningJobsAndGivesBackTheOthers() throws Exception {
    var blocked = new Blocked();
    var ran = new AtomicInteger();
    Runnable waiting = ran::incrementAndGet;
    WeftExecutor view;
    try (Weft one = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build()) {
      view = WeftExecutor.of(one);
      view.execute(blocked);
      one.blockOn(Async.yieldNow()); // the first job runs until it blocks
      Futures.await(blocked.running);
      view.execute(waiting); // nobody is inside blockOn: it can't begin
      assertThat(view.shutdownNow()).containsExactly(waiting);
    }
    Futures.await(blocked.interrupted);
    assertThat(ran).hasValue(0);
    assertThat(view.isTerminated()).isTrue();
  }

  @Test
  void closeOfTheRuntime_cancelsJobsThatHadNotBegun_soThatNobodyWaitsForEver() throws Exception {
    Weft one = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build();
    WeftExecutor view = WeftExecutor.of(one);
    Future<Integer> job = view.submit(() -> 1);
    one.close();
    assertThatThrownBy(job::get).isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> view.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("is closed");
    view.shutdown();
    assertThat(view.isTerminated()).isTrue();
  }

  @Test
  void shutdownAgainstSubmit_everyJobRunsOrIsRefused() throws Exception {
    for (int round = 0; round < 200; round++) {
      WeftExecutor view = WeftExecutor.of(weft);
      var ran = new AtomicInteger();
      Thread closer = Thread.ofVirtual().start(view::shutdown);
      int taken = 0;
      for (int i = 0; i < 20; i++) {
        try {
          view.execute(ran::incrementAndGet);
          taken++;
        } catch (RejectedExecutionException refused) {
          break;
        }
      }
      closer.join();
      assertThat(view.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
      assertThat(ran).hasValue(taken);
    }
  }

  @Test
  void shutdownNowAgainstSubmit_everyJobRunsIsGivenBackOrRefused() throws Exception {
    for (int round = 0; round < 200; round++) {
      WeftExecutor view = WeftExecutor.of(weft);
      var ran = new AtomicInteger();
      List<Runnable> back = new CopyOnWriteArrayList<>();
      Thread closer = Thread.ofVirtual().start(() -> back.addAll(view.shutdownNow()));
      int taken = 0;
      for (int i = 0; i < 20; i++) {
        try {
          view.execute(ran::incrementAndGet);
          taken++;
        } catch (RejectedExecutionException refused) {
          break;
        }
      }
      closer.join();
      assertThat(view.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
      assertThat(ran.get() + back.size()).isEqualTo(taken);
    }
  }
}
