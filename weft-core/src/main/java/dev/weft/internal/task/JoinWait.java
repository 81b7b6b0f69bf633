package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One wait for a task's end. */
final class JoinWait<T extends @Nullable Object> extends LeafFuture<T> {

  private final TaskCell<T> task;
  private volatile Waker waker = Waker.noop(); // written by the waiter, read by the end of the task
  private boolean added;

  JoinWait(TaskCell<T> task) {
    this.task = task;
  }

  /** A wait that is never polled, only woken. */
  static <T extends @Nullable Object> JoinWait<T> bare(TaskCell<T> task, Waker waker) {
    var wait = new JoinWait<>(task);
    wait.waker = waker;
    return wait;
  }

  Waker waker() {
    return waker;
  }

  void wake() {
    waker.wake();
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    if (task.isComplete()) {
      return finish();
    }
    waker = cx.waker();
    if (!added) {
      added = true;
      Joiners.add(task, this);
    }
    return task.isComplete() ? finish() : PENDING;
  }

  private @Nullable Object finish() {
    waker = Waker.noop(); // a late wake of a task that has gone on would be one poll too many
    return task.outcome();
  }

  @Override
  protected boolean cancelLeaf() {
    if (added) {
      Joiners.remove(task, this);
    }
    return true;
  }

  @Override
  public String toString() {
    return "join of " + task;
  }
}
