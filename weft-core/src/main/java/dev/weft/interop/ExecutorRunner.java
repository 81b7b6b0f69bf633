package dev.weft.interop;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.internal.scheduler.WeftRuntime;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs futures on an executor of the user's: the thread of a user interface, the pool of a
 * framework. A runtime in the background lends its timers, its sockets and its pool for blocking
 * calls, and the tasks are its tasks: they are in its dump, and its close ends them.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="executor"}
 *
 * <p>Each time a task can go on, one job is given to the executor, which polls it once. Stackful
 * blocks run there as well where {@code java.lang} is opened, else on the JDK's virtual threads.
 * Either way {@code Thread.currentThread()} is a virtual thread in them; only blocks that the
 * compiler plugin compiled see the executor's own, as toolkits for windows demand.
 *
 * <p><em>Executors that run a job on the caller's thread.</em> A chain of tasks that wake each
 * other doesn't nest: the thread runs them one after the other. Where the waking thread belongs to
 * a runtime, which a task must not hold up, a thread of the background's pool runs the job.
 *
 * <p><em>Refusal.</em> If the executor throws, the task fails with what it has thrown, after it was
 * cancelled and has cleaned up on the background's pool. An executor that drops a job without a
 * word leaves the task waiting, and the background's close waits for it for its grace period.
 *
 * <p><em>Cancellation:</em> as for any task; clean-up runs on the executor.
 *
 * <p><em>Threads:</em> all methods may be called from any thread. The background needs threads of
 * its own: with {@link Weft.Scheduler#CURRENT_THREAD}, timers and sockets go on only while somebody
 * is inside its {@code blockOn}.
 */
public final class ExecutorRunner {

  private final Executor executor;
  private final WeftRuntime background;

  private ExecutorRunner(Executor executor, WeftRuntime background) {
    this.executor = executor;
    this.background = background;
  }

  /**
   * A runner.
   *
   * @param executor runs the polls; it may run several tasks at a time
   * @param background lends what the tasks need
   * @return a runner, which holds nothing and needs no close
   * @throws IllegalArgumentException if the background isn't a runtime of {@link Weft#builder()}
   */
  public static ExecutorRunner of(Executor executor, Weft background) {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(background, "background");
    if (background instanceof WeftRuntime runtime) {
      return new ExecutorRunner(executor, runtime);
    }
    throw new IllegalArgumentException(
        "The background of an ExecutorRunner is "
            + background
            + " of "
            + background.getClass()
            + "; it accepts a runtime that Weft.create() or Weft.builder() made.");
  }

  /**
   * Starts a task.
   *
   * @param future what it runs
   * @param <T> type of its result
   * @return its handle; if the background is closed, that of an aborted task
   * @throws IllegalStateException if the future was spawned before
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return background.spawnOn(executor, Objects.requireNonNull(future, "future"), null);
  }

  /**
   * Starts a task and gives its outcome to a {@link CompletableFuture}, with cancellation as {@link
   * CompletableFutures#start(Weft, Future)} says.
   *
   * @param future what it runs
   * @param <T> type of its result
   * @return its outcome; what the executor throws if it refuses to run it
   * @throws IllegalStateException if the future was spawned before
   */
  public <T extends @Nullable Object> CompletableFuture<T> start(Future<T> future) {
    var outcome = new Completing<>(Objects.requireNonNull(future, "future"));
    outcome.startedAs(background.spawnOn(executor, outcome, outcome::refused));
    return outcome.result();
  }
}
