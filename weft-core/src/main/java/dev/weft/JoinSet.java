package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks whose results are taken in the order in which they end:
 *
 * {@snippet class="dev.weft.snippets.JoinSetSnippets" region="joinNext"}
 *
 * <p>A task's failure is its own affair: it comes out of {@link #joinNext} like a result, as a
 * handle that throws it, and neither disturbs the other tasks nor closes the set. What wasn't taken
 * when the set is closed is dropped; a failure among it goes to the runtime's handler.
 *
 * <p>The set holds its unfinished tasks and the results that nobody has taken yet, so take them, or
 * use a {@link Scope} where nobody wants them.
 *
 * <p><em>Threads:</em> all methods may be called from any thread, and several tasks may wait for
 * the next result; each result is taken once.
 *
 * @param <T> type of the tasks' results
 */
public interface JoinSet<T extends @Nullable Object> extends AsyncCloseable {

  /**
   * Opens a set on the current runtime.
   *
   * @param <T> type of the tasks' results
   * @return an empty set; close it in the block that opened it
   * @throws IllegalStateException outside any runtime
   */
  static <T extends @Nullable Object> JoinSet<T> open() {
    return Gate.get().openJoinSet();
  }

  /**
   * Lets at most {@code n} tasks run at once. {@link #spawn} has further ones wait their turn in
   * spawn order; {@link #spawnWhenFree} holds back who spawns.
   *
   * @param n at least 1
   * @return this set
   * @throws IllegalArgumentException if {@code n} is less than 1
   * @throws IllegalStateException if a task was spawned already
   */
  JoinSet<T> limit(int n);

  /**
   * Starts a task, or has it wait for its turn if there is a limit and it is reached.
   *
   * @param future what it runs
   * @return its handle, the same that {@link #joinNext} will return
   * @throws IllegalStateException if the set is closed, or if the future was spawned before
   */
  JoinHandle<T> spawn(Future<T> future);

  /**
   * Waits until fewer tasks are unfinished than the {@linkplain #limit limit} allows, and starts
   * one. So whoever produces work is never further ahead than the limit.
   *
   * <p><em>Cancellation:</em> the task wasn't started, and the future is as it was.
   *
   * @param future what it runs
   * @return the handle of the task; failure with {@link IllegalStateException} if the set is
   *     closed, also meanwhile, or if the future was spawned before
   */
  @CancelSafe
  Future<JoinHandle<T>> spawnWhenFree(Future<T> future);

  /**
   * Waits for the next task to end, its clean-up included.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return the handle of the task, to be awaited for its result, which is there; {@code null} if
   *     no task is left
   */
  @CancelSafe
  Future<@Nullable JoinHandle<T>> joinNext();

  /**
   * Takes a task that has ended, if there is one.
   *
   * @return its handle, or {@code null}
   */
  @Nullable JoinHandle<T> tryJoinNext();

  /**
   * Waits for all tasks and takes their results. The first failure aborts the rest and is thrown
   * when they have ended, with the others suppressed on it; results that nobody can receive then
   * are closed if they are {@link AutoCloseable}.
   *
   * <p><em>Cancellation:</em> the wait ends; the tasks go on, and no result is taken.
   *
   * @return the results in the order in which the tasks have ended, an unmodifiable list; failure
   *     with {@link java.util.concurrent.CancellationException} if nothing but aborts kept some
   *     from their results
   */
  @CancelSafe
  Future<List<T>> joinAll();

  /**
   * Waits for the first task that succeeds, then aborts the rest and waits until it has ended;
   * results among it are closed if they are {@link AutoCloseable}. Takes all tasks.
   *
   * <p><em>Cancellation:</em> the wait ends; the tasks go on, and no result is taken.
   *
   * @return the first result; if all have failed, the first failure is thrown, with the others
   *     suppressed on it
   * @throws IllegalStateException when it is polled on an empty set
   */
  @CancelSafe
  Future<T> joinFirst();

  /** Requests that all tasks stop, those that wait for their turn included. They clean up first. */
  void abortAll();

  /**
   * How many tasks are unfinished or haven't been taken.
   *
   * @return zero or more
   */
  int size();

  /**
   * Aborts all tasks and waits until they have cleaned up.
   *
   * <p><em>Cancellation:</em> it goes on, since no task may outlive the set.
   *
   * @return completes when no task runs
   */
  @Override
  @CancelSafe
  Future<Void> closeAsync();

  /** Aborts all tasks and waits until they have cleaned up. */
  @Override
  void close();
}
