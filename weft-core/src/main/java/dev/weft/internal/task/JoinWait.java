package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One wait for a task's end. */
final class JoinWait<T extends @Nullable Object> extends LeafFuture<T> {

  private final TaskCell<T> task;

  @SuppressWarnings("UnusedVariable") // read through WAKER
  private Waker waker; // written by the waiter, read by the end of the task

  private boolean added;

  JoinWait(TaskCell<T> task) {
    this(task, Waker.noop());
  }

  private JoinWait(TaskCell<T> task, Waker waker) {
    this.task = task;
    this.waker = waker; // plain: published by the compare-and-set that adds this wait
  }

  /** A wait that is never polled, only woken. */
  static <T extends @Nullable Object> JoinWait<T> bare(TaskCell<T> task, Waker waker) {
    return new JoinWait<>(task, waker);
  }

  Waker waker() {
    return (Waker) WAKER.getVolatile(this);
  }

  void wake() {
    waker().wake();
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    if (task.isComplete()) {
      return finish();
    }
    if (added) {
      WAKER.setVolatile(this, cx.waker()); // before the look at COMPLETE that follows
    } else {
      added = true;
      waker = cx.waker(); // plain: published by the compare-and-set in add
      Joiners.add(task, this);
    }
    return task.isComplete() ? finish() : PENDING;
  }

  private @Nullable Object finish() {
    if (added) {
      WAKER.setVolatile(
          this, Waker.noop()); // a late wake of a task that has gone on would be one poll too many
    }
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

  private static final VarHandle WAKER;

  static {
    try {
      WAKER = MethodHandles.lookup().findVarHandle(JoinWait.class, "waker", Waker.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
