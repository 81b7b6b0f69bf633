package dev.weft.interop;

import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.Weft;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * From a lazy {@link Future} to an eager {@link CompletableFuture}, and back.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="completable"}
 */
public final class CompletableFutures {

  private CompletableFutures() {}

  /**
   * Starts a future as a task and gives its outcome to a {@link CompletableFuture}. Actions that
   * depend on it without an executor of their own run on the worker and must not block.
   *
   * <p><em>Cancellation:</em> cancelling the result, or completing it in any other way (as {@link
   * CompletableFuture#orTimeout} does), aborts the task. The result is complete at once, as its
   * class demands; the task may still clean up then. A value that it still returns is closed if it
   * is {@link AutoCloseable}; a failure goes to the runtime's handler. If the runtime is closed,
   * the result is cancelled. As always with that class, cancelling what depends on the result
   * doesn't reach the result.
   *
   * @param weft where the task runs
   * @param future what it runs
   * @param <T> type of its value
   * @return its outcome: its value, its very exception, or a cancellation
   * @throws IllegalStateException if the future was spawned before
   */
  public static <T extends @Nullable Object> CompletableFuture<T> start(
      Weft weft, Future<T> future) {
    Objects.requireNonNull(weft, "weft");
    var outcome = new Completing<>(Objects.requireNonNull(future, "future"));
    outcome.startedAs(weft.spawn(outcome));
    return outcome.result();
  }

  /**
   * {@link #start(Weft, Future)}, polled on an executor; see {@link ExecutorRunner}.
   *
   * @param executor where the future is polled, and dependent actions run
   * @param background whose timers and sockets it uses
   * @param future what to run
   * @param <T> type of its value
   * @return its outcome; what the executor throws if it refuses to run it
   * @throws IllegalStateException if the future was spawned before
   */
  public static <T extends @Nullable Object> CompletableFuture<T> start(
      Executor executor, Weft background, Future<T> future) {
    return ExecutorRunner.of(executor, background).start(future);
  }

  /**
   * A stage as a future with one owner. The stage runs anyway; nothing is registered with it before
   * the first poll.
   *
   * <p><em>Cancellation:</em> cancels the stage, if its {@link CompletionStage#toCompletableFuture}
   * is the stage itself, and lets go of it; what it would have given is lost. Use {@link
   * #sharedStage} to leave the stage alone.
   *
   * @param stage what to wait for
   * @param <T> type of its value
   * @return its value; its failure without the {@link java.util.concurrent.CompletionException}
   *     around it; {@link java.util.concurrent.CancellationException} if it was cancelled
   */
  public static <T extends @Nullable Object> Future<T> fromStage(CompletionStage<T> stage) {
    return new StageWait<>(new StageHub<>(Objects.requireNonNull(stage, "stage")), true);
  }

  /**
   * A stage as a future that may be awaited repeatedly and by many, as a handle may.
   *
   * <p>However many wait, there is one callback with the stage, and when the last one gives up it
   * is taken away again. That works for {@link CompletableFuture} and its subclasses. Any other
   * stage has no way to take a callback back: there, this object leaves one behind until the stage
   * completes, so keep it and await it again rather than making another one for each wait.
   *
   * <p><em>Cancellation:</em> stops the wait and nothing else.
   *
   * @param stage what to wait for
   * @param <T> type of its value
   * @return as {@link #fromStage}
   */
  @CancelSafe
  public static <T extends @Nullable Object> Future<T> sharedStage(CompletionStage<T> stage) {
    return new SharedStage<>(new StageHub<>(Objects.requireNonNull(stage, "stage")));
  }
}
