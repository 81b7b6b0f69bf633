package dev.weft.interop;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.sync.Oneshot;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecutorRunnerTest {

  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).onUnhandled(unhandled::add).build();
  private final ExecutorService pool = Executors.newFixedThreadPool(2, r -> new Thread(r, "mine"));

  @AfterEach
  void close() {
    weft.close();
    pool.shutdownNow();
  }

  /** Keeps jobs until the test runs them. */
  private static final class Later implements Executor {
    final Queue<Runnable> jobs = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable job) {
      jobs.add(job);
    }

    synchronized Runnable take() {
      return jobs.remove();
    }
  }

  /** Refuses all after the first so many. */
  private static Executor refusingAfter(int jobs, Executor executor) {
    var left = new AtomicInteger(jobs);
    return job -> {
      if (left.getAndDecrement() <= 0) {
        throw new RejectedExecutionException("full");
      }
      executor.execute(job);
    };
  }

  /** Names the thread of each of its polls. */
  private static Future<List<String>> threadNames(int polls) {
    List<String> names = new ArrayList<>();
    return cx -> {
      names.add(Thread.currentThread().getName());
      if (names.size() == polls) {
        return Poll.ready(names);
      }
      cx.waker().wake();
      return Poll.pending();
    };
  }

  @Test
  void spawn_everyPoll_isOnTheExecutor() throws Exception {
    JoinHandle<List<String>> handle = ExecutorRunner.of(pool, weft).spawn(threadNames(5));
    assertThat(weft.blockOn(handle)).hasSize(5).containsOnly("mine");
  }

  @Test
  void spawn_sleepAndSpawn_useTheBackground() throws Exception {
    JoinHandle<Boolean> handle =
        ExecutorRunner.of(pool, weft)
            .spawn(
                async(
                    () -> {
                      await(sleep(SHORT));
                      JoinHandle<Integer> child = Async.spawn(async(() -> 3));
                      return await(child) == 3 && Weft.current() == weft;
                    }));
    assertThat(weft.blockOn(handle)).isTrue();
  }

  @Test
  void spawn_onVirtualThreads_works() throws Exception {
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      JoinHandle<Integer> handle =
          ExecutorRunner.of(virtual, weft)
              .spawn(
                  async(
                      () -> {
                        await(sleep(SHORT));
                        return 8;
                      }));
      assertThat(weft.blockOn(handle)).isEqualTo(8);
    }
  }

  @Test
  void spawn_onAViewOfTheSameRuntime_works() throws Exception {
    try (WeftExecutor view = WeftExecutor.of(weft)) {
      JoinHandle<List<String>> handle = ExecutorRunner.of(view, weft).spawn(threadNames(3));
      assertThat(weft.blockOn(handle)).hasSize(3);
    }
  }

  @Test
  void spawn_aborted_cleansUpOnTheExecutor() throws Exception {
    var running = new CountDownLatch(1);
    List<String> names = new CopyOnWriteArrayList<>();
    Future<Integer> never =
        new Future<>() {
          @Override
          public Poll<Integer> poll(Context cx) {
            running.countDown();
            return Poll.pending();
          }

          @Override
          public boolean cancel() {
            names.add(Thread.currentThread().getName());
            return true;
          }
        };
    JoinHandle<Integer> handle = ExecutorRunner.of(pool, weft).spawn(never);
    Futures.await(running);
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(names).containsExactly("mine");
  }

  // ---- executors that run on the caller's thread

  @Test
  void callerRuns_onAPlainThread_pollsThere() throws Exception {
    JoinHandle<List<String>> handle = ExecutorRunner.of(Runnable::run, weft).spawn(threadNames(4));
    assertThat(handle.isFinished()).isTrue();
    assertThat(weft.blockOn(handle)).containsOnly(Thread.currentThread().getName());
  }

  @Test
  void callerRuns_aChainOfTasksThatWakeEachOther_takesNoStack() throws Exception {
    ExecutorRunner runner = ExecutorRunner.of(Runnable::run, weft);
    int length = 20_000;
    var first = Oneshot.<Integer>create();
    Oneshot<Integer> last = first;
    for (int i = 0; i < length; i++) {
      Future<Integer> from = last.receiver().recv();
      var next = Oneshot.<Integer>create();
      var _ =
          runner.<Integer>spawn(
              cx -> {
                if (from.poll(cx) instanceof Poll.Ready<Integer>(Integer value)) {
                  next.sender().send(value + 1);
                  return Poll.ready(value);
                }
                return Poll.pending();
              });
      last = next;
    }
    first.sender().send(0);
    assertThat(weft.blockOn(last.receiver().recv())).isEqualTo(length);
  }

  @Test
  void callerRuns_wokenByAWorker_doesNotRunInItsWake() throws Exception {
    var asked = Oneshot.<Integer>create();
    Future<Integer> recv = asked.receiver().recv();
    List<Thread> threads = new CopyOnWriteArrayList<>();
    JoinHandle<Integer> guest =
        ExecutorRunner.of(Runnable::run, weft)
            .spawn(
                cx -> {
                  threads.add(Thread.currentThread());
                  return recv.poll(cx);
                });
    Thread worker =
        weft.blockOn(
            weft.spawn(
                async(
                    () -> {
                      Thread here = Thread.currentThread();
                      asked.sender().send(1);
                      return here;
                    })));
    assertThat(weft.blockOn(guest)).isEqualTo(1);
    assertThat(threads).hasSize(2).doesNotContain(worker);
    assertThat(threads.getLast()).isNotSameAs(Thread.currentThread());
  }

  // ---- refusals

  @Test
  void refusal_ofTheFirstPoll_failsTheTask() {
    JoinHandle<Integer> handle =
        ExecutorRunner.of(refusingAfter(0, pool), weft).spawn(async(() -> 1));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full");
  }

  @Test
  void refusal_inTheMiddle_failsTheTaskAfterItsCleanUp() {
    List<String> cleaned = new CopyOnWriteArrayList<>();
    JoinHandle<Integer> handle =
        ExecutorRunner.of(refusingAfter(1, pool), weft)
            .spawn(
                async(
                    () -> {
                      try {
                        await(sleep(SHORT));
                        return 1;
                      } finally {
                        await(sleep(SHORT)); // on the background, which refuses nothing
                        cleaned.add("done");
                      }
                    }));
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(RejectedExecutionException.class);
    assertThat(cleaned).containsExactly("done");
  }

  @Test
  void refusal_withAFailureInTheCleanUp_suppressesIt() {
    var bad = new IllegalStateException("clean-up");
    JoinHandle<Integer> handle =
        ExecutorRunner.of(refusingAfter(1, pool), weft)
            .spawn(
                async(
                    () -> {
                      try {
                        await(sleep(SHORT));
                        return 1;
                      } finally {
                        fail(bad);
                      }
                    }));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(RejectedExecutionException.class)
        .hasSuppressedException(bad);
  }

  private static void fail(RuntimeException failure) {
    throw failure;
  }

  /** Gives its value although it is cancelled. */
  private static <T> Future<T> stubborn(T value) {
    return new Future<>() {
      private boolean cancelled;

      @Override
      public Poll<T> poll(Context cx) {
        if (cancelled) {
          return Poll.ready(value);
        }
        cx.waker().wake();
        return Poll.pending();
      }

      @Override
      public boolean cancel() {
        cancelled = true;
        return false;
      }
    };
  }

  @Test
  void refusal_ofOneThatStillGivesAnAsyncCloseable_awaitsItsCloseAndSuppressesNothing() {
    List<String> steps = new CopyOnWriteArrayList<>();
    AsyncCloseable late =
        () ->
            async(
                () -> {
                  await(sleep(SHORT));
                  steps.add("closed");
                });
    JoinHandle<AsyncCloseable> handle =
        ExecutorRunner.of(refusingAfter(1, pool), weft).spawn(stubborn(late));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(RejectedExecutionException.class)
        .hasNoSuppressedExceptions();
    assertThat(steps).containsExactly("closed");
  }

  @Test
  void refusal_ofOneThatStillGivesAValue_goesByTheRuleOfItsFuture() {
    List<AutoCloseable> handled = new CopyOnWriteArrayList<>();
    AutoCloseable late = () -> fail(new IllegalStateException("closed"));
    JoinHandle<AutoCloseable> handle =
        ExecutorRunner.of(refusingAfter(1, pool), weft)
            .spawn(Async.onDiscard(stubborn(late), handled::add));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(RejectedExecutionException.class)
        .hasNoSuppressedExceptions();
    assertThat(handled).containsExactly(late);
  }

  @Test
  void refusal_ofOneWhoseCancelThrows_isTheFailureAllTheSame() {
    var bad = new IllegalStateException("cancel");
    Future<Integer> broken =
        new Future<>() {
          @Override
          public Poll<Integer> poll(Context cx) {
            cx.waker().wake();
            return Poll.pending();
          }

          @Override
          public boolean cancel() {
            throw bad;
          }
        };
    JoinHandle<Integer> handle = ExecutorRunner.of(refusingAfter(1, pool), weft).spawn(broken);
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(RejectedExecutionException.class)
        .hasSuppressedException(bad);
  }

  @Test
  void refusal_ofAStartedCompletableFuture_isItsOutcomeAndReportedNowhereElse() {
    CompletableFuture<Integer> result =
        CompletableFutures.start(refusingAfter(0, pool), weft, async(() -> 1));
    assertThatThrownBy(result::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class);
    weft.close();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void refusal_afterItWasQueuedAllTheSame_pollsOnce() throws Exception {
    var later = new Later();
    var polls = new AtomicInteger();
    JoinHandle<Integer> handle =
        ExecutorRunner.of(
                job -> {
                  later.execute(job);
                  throw new RejectedExecutionException("liar");
                },
                weft)
            .spawn(Futures.ready(polls::incrementAndGet));
    assertThatThrownBy(() -> weft.blockOn(handle)).hasMessage("liar");
    later.take().run();
    assertThat(polls).hasValue(0);
  }

  @Test
  void execution_twice_pollsOnce() throws Exception {
    var polls = new AtomicInteger();
    var later = new Later();
    JoinHandle<Integer> handle =
        ExecutorRunner.of(later, weft)
            .spawn(
                cx -> {
                  polls.incrementAndGet();
                  return Poll.pending();
                });
    Runnable job = later.take();
    job.run();
    job.run();
    assertThat(polls).hasValue(1);
    handle.abort();
    later.take().run();
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void shutDownExecutor_whileATaskSleeps_endsTheTask() throws Exception {
    var running = new CountDownLatch(1);
    ExecutorService own = Executors.newSingleThreadExecutor();
    JoinHandle<Integer> handle =
        ExecutorRunner.of(own, weft)
            .spawn(
                async(
                    () -> {
                      running.countDown();
                      await(sleep(LONG));
                      return 1;
                    }));
    Futures.await(running);
    own.close();
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOfAny(RejectedExecutionException.class, CancellationException.class);
  }

  // ---- the background

  @Test
  void close_ofTheBackground_endsTheTasks() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    JoinHandle<Integer> handle =
        ExecutorRunner.of(pool, weft)
            .spawn(
                async(
                    () -> {
                      try {
                        running.countDown();
                        await(sleep(LONG));
                        return 1;
                      } finally {
                        await(Async.yieldNow());
                        cleaned.countDown();
                      }
                    }));
    Futures.await(running);
    assertThat(weft.dump().tasks()).hasSize(1);
    weft.close();
    assertThat(cleaned.getCount()).isZero();
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void spawn_onAClosedBackground_isAborted() {
    weft.close();
    JoinHandle<Integer> handle = ExecutorRunner.of(pool, weft).spawn(async(() -> 1));
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void spawn_onEachScheduler_borrowsTimers() throws Exception {
    for (Weft.Scheduler scheduler : Weft.Scheduler.values()) {
      try (Weft own = Weft.builder().workers(1).scheduler(scheduler).build()) {
        JoinHandle<Integer> handle =
            ExecutorRunner.of(pool, own)
                .spawn(
                    async(
                        () -> {
                          await(sleep(SHORT));
                          return 1;
                        }));
        assertThat(own.blockOn(handle)).as(scheduler.toString()).isEqualTo(1);
      }
    }
  }

  @Test
  void tasks_many_leaveNothing() throws Exception {
    ExecutorRunner runner = ExecutorRunner.of(pool, weft);
    List<JoinHandle<Void>> handles = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      handles.add(runner.spawn(sleep(Duration.ofNanos(i * 1_000L))));
      if (i % 3 == 0) {
        handles.get(i).abort();
      }
    }
    Eventually.until("all ended", () -> handles.stream().allMatch(JoinHandle::isFinished));
    assertThat(weft.dump().tasks()).isEmpty();
  }
}
