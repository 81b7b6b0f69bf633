package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tasks by key, one for each, whose results are taken in the order in which they end:
 *
 * {@snippet class="dev.weft.snippets.JoinSetSnippets" region="joinMap"}
 *
 * <p>A task that is spawned under the key of another replaces it: the other one is aborted and its
 * result is never seen here. In all else it is as a {@link JoinSet}.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; each result is taken once.
 *
 * @param <K> type of the keys, which need {@code equals} and {@code hashCode}
 * @param <T> type of the tasks' results
 */
public interface JoinMap<K, T extends @Nullable Object> extends AsyncCloseable {

  /**
   * A task that has ended.
   *
   * @param key its key
   * @param handle to be awaited for its result, which is there
   * @param <K> type of the key
   * @param <T> type of the result
   */
  record Joined<K, T extends @Nullable Object>(K key, JoinHandle<T> handle) {}

  /**
   * Opens a map on the current runtime.
   *
   * @param <K> type of the keys
   * @param <T> type of the tasks' results
   * @return an empty map; close it in the block that opened it
   * @throws IllegalStateException outside any runtime
   */
  static <K, T extends @Nullable Object> JoinMap<K, T> open() {
    return Gate.get().openJoinMap();
  }

  /**
   * Lets at most {@code n} tasks run at once; see {@link JoinSet#limit}.
   *
   * @param n at least 1
   * @return this map
   * @throws IllegalArgumentException if {@code n} is less than 1
   * @throws IllegalStateException if a task was spawned already
   */
  JoinMap<K, T> limit(int n);

  /**
   * Starts a task, or has it wait for its turn if there is a limit and it is reached. A task with
   * the same key is aborted, or forgotten if it has ended and wasn't taken.
   *
   * @param key its key
   * @param future what it runs
   * @return its handle
   * @throws IllegalStateException if the map is closed, or if the future was spawned before
   */
  JoinHandle<T> spawn(K key, Future<T> future);

  /**
   * Waits until fewer tasks are unfinished than the {@linkplain #limit limit} allows, and does what
   * {@link #spawn} does.
   *
   * <p><em>Cancellation:</em> the task wasn't started, and the future is as it was.
   *
   * @param key its key
   * @param future what it runs
   * @return the handle of the task; failure as of {@link JoinSet#spawnWhenFree}
   */
  @CancelSafe
  Future<JoinHandle<T>> spawnWhenFree(K key, Future<T> future);

  /**
   * Waits for the next task to end, its clean-up included.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return the task; {@code null} if none is left
   */
  @CancelSafe
  Future<@Nullable Joined<K, T>> joinNext();

  /**
   * Takes a task that has ended, if there is one.
   *
   * @return the task, or {@code null}
   */
  @Nullable Joined<K, T> tryJoinNext();

  /**
   * Requests that a task stop. It comes out of {@link #joinNext} when it has cleaned up.
   *
   * @param key its key
   * @return false if there is none with that key
   */
  boolean abort(K key);

  /** Requests that all tasks stop, those that wait for their turn included. They clean up first. */
  void abortAll();

  /**
   * The keys of the tasks that are unfinished or haven't been taken.
   *
   * @return an unmodifiable copy, in no order
   */
  Set<K> keys();

  /**
   * Whether there is a task with a key that is unfinished or hasn't been taken.
   *
   * @param key the key
   * @return true if there is
   */
  boolean contains(K key);

  /**
   * How many tasks are unfinished or haven't been taken; one that was replaced doesn't count.
   *
   * @return zero or more
   */
  int size();

  /**
   * Aborts all tasks and waits until they have cleaned up, those that were replaced included.
   *
   * <p><em>Cancellation:</em> it goes on, since no task may outlive the map.
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
