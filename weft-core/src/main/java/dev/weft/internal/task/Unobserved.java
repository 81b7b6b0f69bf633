package dev.weft.internal.task;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Failures of a runtime that nobody joins. Each is reported exactly once: at once after a detach,
 * else when the handle is garbage or the runtime closes. Only failed tasks pay for it.
 */
public final class Unobserved {

  /*
   * A watch is a phantom reference to the task, which is its own handle. It is held here until the
   * failure is joined or reported. Nobody waits on the reference queue: the runtime's housekeeping
   * looks into it while there are watches.
   *
   * When the runtime closes, it aborts its tasks in any order. One that awaits another may learn of
   * the other's end before it is aborted itself, and then ends with a CancellationException: that is
   * the close as seen from there, not a failure. `closing` is set before the first abort, so such an
   * end always sees it.
   */

  private final ReferenceQueue<TaskCell<?>> queue = new ReferenceQueue<>();
  private final Set<FailureWatch> watches = ConcurrentHashMap.newKeySet();
  private final Consumer<? super Throwable> handler;
  private volatile boolean closing;

  /** Reports to a handler of the user's; what that throws goes to the thread's own handler. */
  public Unobserved(Consumer<? super Throwable> handler) {
    this.handler = handler;
  }

  ReferenceQueue<TaskCell<?>> queue() {
    return queue;
  }

  @Nullable FailureWatch watch(TaskCell<?> task, Throwable failure) {
    if (closing && failure instanceof CancellationException) {
      return null;
    }
    var watch = new FailureWatch(this, task, failure);
    watches.add(watch);
    return watch;
  }

  void forget(FailureWatch watch) {
    watches.remove(watch);
    watch.clear();
  }

  /** Hands a failure to the handler. Never throws: workers and the monitor call it. */
  public void report(Throwable failure) {
    try {
      handler.accept(failure);
    } catch (Throwable bad) {
      reportToThread(bad, failure);
    }
  }

  private static void reportToThread(Throwable bad, Throwable failure) {
    try {
      if (bad != failure) {
        bad.addSuppressed(failure);
      }
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, bad);
    } catch (Throwable _) {
      // Nobody is left to be told; as the JVM does with what such a handler throws.
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

  /** Begins the end: tasks are going to be aborted, and those that await them are no failures. */
  public void close() {
    closing = true;
  }

  /** Reports all that is left, when the runtime closes. */
  public void reportAll() {
    reportCollected();
    for (FailureWatch watch : watches) {
      watch.report();
    }
  }
}
