package dev.weft.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;

/** A failed task that nobody has joined yet; its handle's end is what it waits for. */
final class FailureWatch extends PhantomReference<TaskCell<?>> {

  private final Unobserved unobserved;
  private final Throwable failure;

  @SuppressWarnings("UnusedVariable") // read through its VarHandle
  private volatile boolean settled; // once: joined or reported

  FailureWatch(Unobserved unobserved, TaskCell<?> task, Throwable failure) {
    super(task, unobserved.queue());
    this.unobserved = unobserved;
    this.failure = failure;
  }

  /** Somebody has learned of the failure. */
  void observed() {
    if (SETTLED.compareAndSet(this, false, true)) {
      unobserved.forget(this);
    }
  }

  /** Nobody will. */
  void report() {
    if (SETTLED.compareAndSet(this, false, true)) {
      unobserved.forget(this);
      unobserved.report(failure);
    }
  }

  private static final VarHandle SETTLED;

  static {
    try {
      SETTLED = MethodHandles.lookup().findVarHandle(FailureWatch.class, "settled", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
