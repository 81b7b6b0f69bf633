package dev.weft.interop;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.select;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CompletableFuturesTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).onUnhandled(unhandled::add).build();
  private final TestTask task = new TestTask();

  @AfterEach
  void close() {
    weft.close();
  }

  private Future<Integer> forever(CountDownLatch running, CountDownLatch cleaned) {
    return async(
        () -> {
          try {
            running.countDown();
            await(sleep(LONG));
            return 1;
          } finally {
            await(Async.yieldNow());
            cleaned.countDown();
          }
        });
  }

  // ---- a future as a CompletableFuture

  @Test
  void start_value_completes() throws Exception {
    assertThat(CompletableFutures.start(weft, async(() -> 7)).get()).isEqualTo(7);
  }

  @Test
  void start_failure_isTheVeryException() {
    var failure = new IOException("broken");
    CompletableFuture<Integer> result =
        CompletableFutures.start(
            weft,
            async(
                () -> {
                  await(Async.yieldNow());
                  throw failure;
                }));
    assertThatThrownBy(result::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isSameAs(failure);
    weft.close();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void start_cancelled_abortsTheTaskAndRunsItsCleanUp() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    CompletableFuture<Integer> result = CompletableFutures.start(weft, forever(running, cleaned));
    running.await();
    assertThat(result.cancel(true)).isTrue();
    cleaned.await();
    assertThat(result).isCancelled();
  }

  @Test
  void start_timedOut_abortsTheTask() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    CompletableFuture<Integer> result =
        CompletableFutures.start(weft, forever(running, cleaned))
            .orTimeout(1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(result::join).hasCauseInstanceOf(TimeoutException.class);
    if (running.getCount() == 0) { // else it never ran
      cleaned.await();
    }
    weft.close();
    assertThat(weft.dump().tasks()).isEmpty();
  }

  @Test
  void start_valueAfterACancel_isClosed() throws Exception {
    var closed = new CountDownLatch(1);
    var running = new CountDownLatch(1);
    AutoCloseable resource = closed::countDown;
    CompletableFuture<AutoCloseable> result =
        CompletableFutures.start(
            weft,
            async(
                () -> {
                  try {
                    running.countDown();
                    await(sleep(LONG));
                  } catch (Cancellation ignored) {
                    // It has something to give all the same.
                  }
                  return resource;
                }));
    running.await();
    result.cancel(false);
    closed.await();
  }

  @Test
  void start_failureAfterACancel_goesToTheHandler() throws Exception {
    var running = new CountDownLatch(1);
    var failure = new IOException("late");
    CompletableFuture<Integer> result =
        CompletableFutures.start(
            weft,
            async(
                () -> {
                  try {
                    running.countDown();
                    await(sleep(LONG));
                    return 1;
                  } catch (Cancellation ignored) {
                    throw failure;
                  }
                }));
    running.await();
    result.cancel(false);
    weft.close();
    assertThat(unhandled).containsExactly(failure);
  }

  @Test
  void start_onAClosedRuntime_isCancelled() {
    weft.close();
    assertThat(CompletableFutures.start(weft, async(() -> 1))).isCancelled();
  }

  @Test
  void start_runtimeClosedMeanwhile_isCancelled() throws Exception {
    var running = new CountDownLatch(1);
    CompletableFuture<Integer> result =
        CompletableFutures.start(weft, forever(running, new CountDownLatch(1)));
    running.await();
    weft.close();
    assertThat(result).isCancelled();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void start_twice_isRefused() throws Exception {
    Future<Integer> future = async(() -> 1);
    CompletableFutures.start(weft, future).get();
    assertThatThrownBy(() -> CompletableFutures.start(weft, future))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void start_cancelledWhileItCompletes_endsOnceAndLeavesNoTask() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      CompletableFuture<Integer> result = CompletableFutures.start(weft, async(() -> 5));
      if (result.cancel(true)) {
        assertThat(result).isCancelled();
      } else {
        assertThat(result.get()).isEqualTo(5);
      }
    }
    weft.close();
    assertThat(unhandled).isEmpty();
    assertThat(weft.dump().tasks()).isEmpty();
  }

  // ---- a stage as a future

  @Test
  void fromStage_completedLater_wakesOnce() throws Exception {
    var stage = new CompletableFuture<String>();
    Future<String> future = CompletableFutures.fromStage(stage);
    assertThat(stage.getNumberOfDependents()).isZero();
    task.pending(future);
    task.pending(future);
    stage.complete("x");
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(future)).isEqualTo("x");
  }

  @Test
  void fromStage_failure_isWithoutItsWrapper() {
    var failure = new IOException("broken");
    CompletionStage<Integer> stage =
        CompletableFuture.<Integer>failedFuture(failure).thenApply(x -> x + 1);
    assertThatThrownBy(() -> weft.blockOn(CompletableFutures.fromStage(stage))).isSameAs(failure);
  }

  @Test
  void fromStage_cancelledStage_failsAndDoesNotLookLikeAnOwnCancel() {
    var stage = new CompletableFuture<Integer>();
    stage.cancel(false);
    assertThatThrownBy(() -> weft.blockOn(CompletableFutures.fromStage(stage)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void fromStage_failedWithACancellation_isTranslated() {
    var of = new Cancellation("another task");
    assertThatThrownBy(
            () -> weft.blockOn(CompletableFutures.fromStage(CompletableFuture.failedFuture(of))))
        .isInstanceOf(CancellationException.class)
        .hasCause(of);
  }

  @Test
  void fromStage_cancelled_cancelsTheStage() throws Exception {
    var stage = new CompletableFuture<Integer>();
    Future<Integer> future = CompletableFutures.fromStage(stage);
    task.pending(future);
    assertThat(future.cancel()).isTrue();
    assertThat(stage).isCancelled();
  }

  @Test
  void fromStage_ofATaskThatIsAborted_abortsTheOtherTaskThroughBothAdapters() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    CompletableFuture<Integer> inner = CompletableFutures.start(weft, forever(running, cleaned));
    JoinHandle<Integer> outer = weft.spawn(CompletableFutures.fromStage(inner));
    running.await();
    outer.abort();
    cleaned.await();
    assertThatThrownBy(() -> weft.blockOn(outer)).isInstanceOf(CancellationException.class);
  }

  @Test
  void fromStage_nullValue_isAValue() throws Exception {
    Object none =
        weft.blockOn(CompletableFutures.fromStage(CompletableFuture.completedFuture(null)));
    assertThat(none).isNull();
  }

  @Test
  void sharedStage_manyWaits_oneCallback() throws Exception {
    var stage = new CompletableFuture<Integer>();
    Future<Integer> shared = CompletableFutures.sharedStage(stage);
    List<JoinHandle<Integer>> waits =
        List.of(
            weft.spawn(async(() -> await(shared))),
            weft.spawn(async(() -> await(shared))),
            weft.spawn(shared));
    while (stage.getNumberOfDependents() == 0) {
      Thread.onSpinWait();
    }
    assertThat(stage.getNumberOfDependents()).isOne();
    stage.complete(3);
    for (JoinHandle<Integer> wait : waits) {
      assertThat(weft.blockOn(wait)).isEqualTo(3);
    }
    assertThat(weft.blockOn(shared)).isEqualTo(3);
  }

  @Test
  void sharedStage_lostSelect_leavesTheStageAlone() throws Exception {
    var stage = new CompletableFuture<Integer>();
    Future<Integer> shared = CompletableFutures.sharedStage(stage);
    weft.blockOn(async(() -> await(select(shared, Async.yieldNow()))));
    assertThat(stage).isNotDone();
    assertThat(stage.getNumberOfDependents()).isZero();
  }

  @Test
  void sharedStage_awaitedAndAbandonedOften_keepsNothing() throws Exception {
    var stage = new CompletableFuture<Integer>();
    Future<Integer> shared = CompletableFutures.sharedStage(stage);
    for (int i = 0; i < 1_000_000; i++) {
      Future<Integer> wait = RawFuture.own(shared);
      task.pending(wait);
      assertThat(wait.cancel()).isTrue();
    }
    assertThat(stage.getNumberOfDependents()).isZero();
    assertThat(task.wakes()).isZero();
  }

  @Test
  void sharedStage_aNewAdapterForEachWait_keepsNothingEither() throws Exception {
    var stage = new CompletableFuture<Integer>();
    for (int i = 0; i < 100_000; i++) {
      Future<Integer> wait = RawFuture.own(CompletableFutures.sharedStage(stage));
      task.pending(wait);
      assertThat(wait.cancel()).isTrue();
    }
    assertThat(stage.getNumberOfDependents()).isZero();
  }

  /** A stage that can't be cancelled nor asked to forget a callback. */
  private static final class Foreign extends CompletableFuture<Integer> {
    private int views;

    @Override
    public CompletableFuture<Integer> toCompletableFuture() {
      views++;
      return copy();
    }
  }

  @Test
  void sharedStage_ofAnotherClass_hasOneCallbackForAllWaits() throws Exception {
    var stage = new Foreign();
    Future<Integer> shared = CompletableFutures.sharedStage(stage);
    for (int i = 0; i < 1_000; i++) {
      Future<Integer> wait = RawFuture.own(shared);
      task.pending(wait);
      wait.cancel();
    }
    assertThat(stage.views).isOne();
    assertThat(stage.getNumberOfDependents()).isOne();
    stage.complete(4);
    assertThat(task.ready(RawFuture.own(shared))).isEqualTo(4);
  }

  @Test
  void sharedStage_completionAgainstCancel_losesNoWakeUp() throws Exception {
    for (int i = 0; i < 500; i++) {
      var stage = new CompletableFuture<Integer>();
      Future<Integer> shared = CompletableFutures.sharedStage(stage);
      JoinHandle<Integer> leaves = weft.spawn(shared);
      JoinHandle<Integer> stays = weft.spawn(shared);
      leaves.abort();
      stage.complete(i);
      assertThat(weft.blockOn(stays)).isEqualTo(i);
    }
  }

  @Test
  void sharedStage_polledByHand_keepsOneWaitPerWaker() throws Exception {
    var stage = new CompletableFuture<Integer>();
    Future<Integer> shared = CompletableFutures.sharedStage(stage);
    task.pending(shared);
    task.pending(shared);
    stage.complete(1);
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(shared)).isEqualTo(1);
    assertThat(task.ready(shared)).isEqualTo(1);
  }

  /** What kotlinx.coroutines does in {@code CompletionStage.await} and {@code future}. */
  @Test
  void start_handledAndCancelledAsCoroutinesDo_works() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    CompletableFuture<Integer> future = CompletableFutures.start(weft, forever(running, cleaned));
    var seen = new CompletableFuture<Throwable>();
    var _ = future.handle((value, failure) -> seen.complete(failure));
    running.await();
    future.toCompletableFuture().cancel(false);
    assertThat(seen.get()).isInstanceOf(CancellationException.class);
    cleaned.await();

    var kotlin =
        new CompletableFuture<Integer>(); // of future { … }: completed with its job's failure
    JoinHandle<Integer> waiting = weft.spawn(CompletableFutures.fromStage(kotlin));
    kotlin.completeExceptionally(new CompletionException(new IOException("of the job")));
    assertThatThrownBy(() -> weft.blockOn(waiting)).isInstanceOf(IOException.class);
  }

  @Test
  void start_cancelledBeforeAValueThatClosesAsynchronously_closesIt() throws Exception {
    var running = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    AsyncCloseable late = () -> new CloseFuture(closed::countDown);
    CompletableFuture<AsyncCloseable> result =
        CompletableFutures.start(
            weft,
            VirtualThreads.call(
                () -> {
                  running.countDown();
                  while (true) {
                    try {
                      Futures.await(goOn);
                      return late;
                    } catch (InterruptedException ignored) {
                      // It returns a value all the same.
                    }
                  }
                }));
    Futures.await(running);
    assertThat(result.cancel(true)).isTrue();
    goOn.countDown();
    Futures.await(closed);
    assertThat(unhandled).isEmpty();
  }

  @Test
  void start_cancelOfTheFutureThrows_completesTheResult() {
    var broken = new IllegalStateException("a test");
    Weft closed = Weft.builder().workers(1).build();
    closed.close();
    CompletableFuture<Integer> result =
        CompletableFutures.start(
            closed,
            new Future<>() {
              @Override
              public Poll<Integer> poll(Context cx) {
                return Poll.pending();
              }

              @Override
              public boolean cancel() {
                throw broken;
              }
            });
    assertThat(result).isCompletedExceptionally();
    assertThat(result.exceptionNow()).isSameAs(broken);
  }
}
