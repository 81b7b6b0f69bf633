package dev.weft.internal.combine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a child task of a scope runs: the user's future behind a gate, which the scope opens once it
 * watches the task.
 *
 * @param <T> type of the result
 */
final class ScopeChild<T extends @Nullable Object> extends Combinator<T> {

  /*
   * Idea: the scope learns of a child's end, clean-up included, by a wait on its handle, which it polls
   * once and whose waker is `watch`. The gate makes sure that the wait is registered before the task
   * can end by itself, and holds children back that exceed the limit.
   *
   * Ownership: `future`, `started`, `completed` and `failure` belong to the task's polls; the scope reads
   * the last two after the task's end. `handle`, `wait` and the fields below belong to the scope, under its lock.
   *
   * Ordering: `waker` and `open` are volatile; the task writes the first and then reads the second, the
   * scope the other way round, so at least one of them sees the other.
   */

  private final RawFuture<T> future;
  private final @Nullable Object tag;
  private boolean started;
  private boolean completed;
  private @Nullable Throwable failure;
  private volatile @Nullable Waker waker;
  private volatile boolean open;

  // Under the scope's lock:
  final Waker watch;
  @Nullable JoinHandle<T> handle;
  @Nullable RawFuture<T> wait;
  @Nullable ScopeChild<?> previous;
  @Nullable ScopeChild<?> next;
  boolean watched; // the wait's first poll is over
  boolean running; // has one of the places of the limit
  boolean over;

  ScopeChild(RawFuture<T> future, ScopeImpl scope, @Nullable Object tag) {
    this.future = future;
    this.tag = tag;
    this.watch = () -> scope.woken(this);
  }

  /** What it carries for who is told of its end. */
  @Nullable Object tag() {
    return tag;
  }

  /** Lets the child begin. */
  void open() {
    open = true;
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  /** Whether the child got to its end, once it is over. */
  boolean completed() {
    return completed;
  }

  /** Why the child failed, once it is over; a cancellation is no failure. */
  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (!started) {
      waker = cx.waker();
      if (!open) {
        return PENDING;
      }
      waker = null;
      started = true;
    }
    try {
      Object result = future.pollRaw(cx);
      completed = result != PENDING;
      return result;
    } catch (Throwable thrown) {
      if (!(thrown instanceof Cancellation)) {
        failure = thrown;
      }
      throw thrown;
    }
  }

  @Override
  boolean stop() {
    try {
      if (future.cancel()) {
        return true;
      }
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    }
    started = true; // It was under way when it was spawned; the gate must not stop its clean-up.
    return false;
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return future.toString();
  }
}
