package dev.weft.internal.scheduler;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.internal.task.Carrier;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.spi.Clock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The task of a {@code blockOn}: it is in no queue; a wake unparks the thread that polls it. */
final class RootTask<T extends @Nullable Object> implements TaskOwner {

  private final TaskOwner runtime;
  private final Thread caller = Thread.currentThread();
  private final TaskCell<T> cell;
  private volatile @Nullable Runnable onWake; // set while somebody else than the caller polls

  RootTask(TaskOwner runtime, long id, Future<T> future) {
    this.runtime = runtime;
    this.cell = new TaskCell<>(this, id, future);
  }

  TaskCell<T> cell() {
    return cell;
  }

  Thread caller() {
    return caller;
  }

  /** Where else a wake has to be heard: where the caller sleeps in a driver. */
  void onWake(@Nullable Runnable action) {
    onWake = action;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    LockSupport.unpark(caller);
    Runnable action = onWake;
    if (action != null) {
      action.run();
    }
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    // The caller looks at the task before it sleeps.
  }

  @Override
  public void ended(TaskCell<?> task) {
    runtime.ended(task);
  }

  @Override
  public void endSeen() {
    runtime.endSeen();
  }

  @Override
  public Weft weft() {
    return runtime.weft();
  }

  @Override
  public Clock clock() {
    return runtime.clock();
  }

  @Override
  public long graceNanos() {
    return runtime.graceNanos();
  }

  @Override
  public @Nullable Carrier carrier() {
    return runtime.carrier();
  }

  @Override
  public Unobserved unobserved() {
    return runtime.unobserved();
  }
}
