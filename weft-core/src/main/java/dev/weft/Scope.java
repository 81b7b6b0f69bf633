package dev.weft;

import dev.weft.internal.gate.Gate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that end together: no child outlives the scope that started it.
 *
 * <p>In its block form, {@link Async#scope}, the body is a child as well: a normal return waits for
 * all children; the first failure cancels the rest and is thrown, with later failures suppressed on
 * it. In its resource form a child's failure doesn't interrupt the body:
 *
 * {@snippet class="dev.weft.snippets.ScopeSnippets" region="resource"}
 *
 * <p><em>Threads:</em> {@link #spawn} and {@link #cancel} may be called from any thread; {@link
 * #join} and {@link #close} belong to the block that opened the scope.
 */
public interface Scope extends AsyncCloseable {

  /**
   * Opens a scope in the resource form, on the current runtime.
   *
   * @return an open scope; close it in the block that opened it
   * @throws IllegalStateException outside any runtime
   */
  static Scope open() {
    return Gate.get().openScope();
  }

  /**
   * Makes a child's failure its own affair: it neither cancels its siblings nor fails {@link
   * #join}; whoever awaits the child's handle gets it, otherwise the runtime's handler.
   *
   * @return this scope
   * @throws IllegalStateException if a child was spawned already
   */
  Scope supervised();

  /**
   * Lets all children run to their end, whatever happens to their siblings: a failure cancels
   * nobody, and {@link #join}, or the block's end, throws the first one when all have ended, with
   * the others suppressed on it. A failure of the block's body still cancels the children.
   *
   * @return this scope
   * @throws IllegalStateException if a child was spawned already
   */
  Scope collectAll();

  /**
   * Lets at most {@code n} children run at once; further ones wait their turn in spawn order.
   *
   * @param n at least 1
   * @return this scope
   * @throws IllegalArgumentException if {@code n} is less than 1
   * @throws IllegalStateException if a child was spawned already
   */
  Scope limit(int n);

  /**
   * Starts a child task.
   *
   * @param future what it runs
   * @param <T> type of its result
   * @return its handle; aborted at once if the scope is cancelled
   * @throws IllegalStateException if the scope is closed
   */
  <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future);

  /**
   * Waits for all children, then throws the first failure, if any, with the others suppressed on
   * it.
   *
   * <p><em>Cancellation:</em> the wait stops; the children go on until the scope is closed.
   *
   * @return completes when no child runs
   */
  @CancelSafe
  Future<Void> join();

  /**
   * Requests that all children stop; they clean up first. The body of the block goes on, and what
   * it returns counts.
   */
  void cancel();

  /** Cancels what still runs and waits until it has cleaned up. */
  @Override
  void close();
}
