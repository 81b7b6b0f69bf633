package dev.weft.internal.task;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Failures of a runtime that nobody joins. Each is reported exactly once: at once after a detach,
 * else when the handle is garbage or the runtime closes. Only failed tasks pay for it.
 */
public final class Unobserved {

  /*
   * A watch is a phantom reference to the task, which is its own handle. It is held here until the
   * failure is joined or reported. Nobody waits on the reference queue: the runtime's housekeeping
   * looks into it while there are watches.
   */

  private final ReferenceQueue<TaskCell<?>> queue = new ReferenceQueue<>();
  private final Set<FailureWatch> watches = ConcurrentHashMap.newKeySet();
  private final Consumer<? super Throwable> handler;

  /** Reports to a handler of the user's; what that throws goes to the thread's own handler. */
  public Unobserved(Consumer<? super Throwable> handler) {
    this.handler = handler;
  }

  ReferenceQueue<TaskCell<?>> queue() {
    return queue;
  }

  FailureWatch watch(TaskCell<?> task, Throwable failure) {
    var watch = new FailureWatch(this, task, failure);
    watches.add(watch);
    return watch;
  }

  void forget(FailureWatch watch) {
    watches.remove(watch);
    watch.clear();
  }

  /** Hands a failure to the handler. */
  public void report(Throwable failure) {
    try {
      handler.accept(failure);
    } catch (Throwable bad) {
      if (bad != failure) {
        bad.addSuppressed(failure);
      }
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, bad);
    }
  }

  /** Whether there is anything to look after. */
  public boolean isEmpty() {
    return watches.isEmpty();
  }

  /** Reports the failures whose handles have become garbage. */
  public void reportCollected() {
    Reference<?> next = queue.poll();
    while (next != null) {
      ((FailureWatch) next).report();
      next = queue.poll();
    }
  }

  /** Reports all that is left, when the runtime closes. */
  public void reportAll() {
    reportCollected();
    for (FailureWatch watch : watches) {
      watch.report();
    }
  }
}
