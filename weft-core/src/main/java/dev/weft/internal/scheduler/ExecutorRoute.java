package dev.weft.internal.scheduler;

import dev.weft.internal.stackful.StackfulBlock;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.RuntimeThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The way of one task whose polls run on an executor that isn't the runtime's. */
final class ExecutorRoute implements Route, Runnable {

  /*
   * Idea: each time the task becomes runnable, this object is handed to the executor; when the executor
   * runs it, it polls the task once, at a site of its own that borrows a worker's driver and timers.
   *
   * `queued` is set before the executor is asked and cleared by whoever then polls: the executor's thread,
   * or, if the executor refuses, the one that stands in. So an executor that refuses what it has queued
   * all the same, or runs it twice, can't have the task polled twice at a time.
   *
   * Wakes run no user code. An executor that runs a job on the caller's thread would do just that, in the
   * middle of whatever wakes; then there are three cases (see Trampoline):
   *   the thread is polling for an executor already   it polls this task next: no recursion
   *   the thread belongs to a runtime, or is in a     a thread of the blocking pool polls in its place
   *   poll of one
   *   any other thread                                it polls; whoever wants caller-runs gets it
   *
   * Refusal: the guest is told, and is polled to its end on the blocking pool, which takes jobs as long as
   * tasks live. An executor that forgets a job without a word can't be told from a slow one.
   */

  private final RuntimeParts parts;
  private final Executor executor;
  private final GuestFuture<?> guest;
  private final CallerSite site;
  private volatile @Nullable TaskCell<?> task;

  @SuppressWarnings("unused") // through QUEUED only
  private volatile boolean queued;

  ExecutorRoute(RuntimeParts parts, Turn lender, Executor executor, GuestFuture<?> guest) {
    this.parts = parts;
    this.executor = executor;
    this.guest = guest;
    this.site = new CallerSite(parts, lender);
  }

  @Override
  public void schedule(TaskCell<?> task) {
    this.task = task;
    QUEUED.setVolatile(this, true);
    if (guest.isRejected()) {
      standInOnce();
      return;
    }
    Trampoline here = Trampoline.here();
    here.beginSubmit();
    try {
      executor.execute(this);
    } catch (Throwable refusal) {
      if (claim()) {
        guest.reject(refusal);
        standIn();
      }
    } finally {
      here.endSubmit();
    }
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    schedule(task);
  }

  /** For the executor. */
  @Override
  public void run() {
    if (!claim()) {
      return;
    }
    Trampoline here = Trampoline.here();
    if (here.isSubmitting() && !here.isRunning() && isWefts()) {
      standIn();
    } else {
      here.run(this::poll);
    }
  }

  private boolean claim() {
    return QUEUED.compareAndSet(this, true, false);
  }

  private static boolean isWefts() {
    Thread current = Thread.currentThread();
    return current instanceof RuntimeThread
        || PollSite.current() != null
        || (current.isVirtual() && StackfulBlock.currentBlock() != null);
  }

  private void standInOnce() {
    if (claim()) {
      standIn();
    }
  }

  private void standIn() {
    if (!parts.extras().execute(this::poll)) {
      poll(); // the runtime is at its end; the task has to come to its own
    }
  }

  private void poll() {
    try (var _ = new SiteBinding(site)) {
      site.poll(Objects.requireNonNull(task));
    } catch (Throwable broken) { // a waker of the user's own threw; the thread isn't ours to end
      parts.unobserved().report(broken);
    }
  }

  private static final VarHandle QUEUED;

  static {
    try {
      QUEUED = MethodHandles.lookup().findVarHandle(ExecutorRoute.class, "queued", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
