package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Tasks that any thread sends to one worker: many producers, one consumer, unbounded. */
final class Mailbox {

  /*
   * Idea: producers push onto a stack, linked through the tasks, with one compare-and-set; the worker
   * takes the whole stack with one get-and-set and turns it round, so that a burst of messages costs it
   * one operation on shared memory and the order is first in, first out.
   *
   * State: `top` is the stack, newest first. `size` counts, for metrics: raised before a push is visible
   * and lowered after a take, so never too low.
   *
   * Ordering: the compare-and-set on `top` publishes the links and all before the push; the get-and-set
   * takes them over. Whoever pushes wakes the worker afterwards, and the worker looks in here after each
   * sleep and before the next; Parker keeps a wake that comes in between.
   */

  private volatile @Nullable TaskCell<?> top;

  @SuppressWarnings("UnusedVariable") // written through its VarHandle
  private volatile int size;

  /** Sends a task. Any thread. */
  void push(TaskCell<?> task) {
    SIZE.getAndAdd(this, 1);
    TaskCell<?> now = top;
    while (true) {
      task.setQueueNext(now);
      TaskCell<?> seen = (TaskCell<?>) TOP.compareAndExchange(this, now, task);
      if (seen == now) {
        return;
      }
      now = seen;
    }
  }

  /**
   * Moves all that has arrived to the end of a queue, in its order; returns how many. Owner only.
   */
  int drainTo(GrowingQueue queue) {
    if (top == null) {
      return 0;
    }
    TaskCell<?> newest = (TaskCell<?>) TOP.getAndSet(this, null);
    TaskCell<?> oldest = null;
    while (newest != null) {
      TaskCell<?> older = newest.queueNext();
      newest.setQueueNext(oldest);
      oldest = newest;
      newest = older;
    }
    int count = 0;
    while (oldest != null) {
      TaskCell<?> next = oldest.queueNext();
      oldest.setQueueNext(null);
      queue.add(oldest);
      count++;
      oldest = next;
    }
    SIZE.getAndAdd(this, -count);
    return count;
  }

  boolean isEmpty() {
    return top == null;
  }

  /** Tasks that wait in here, those that are just being sent or taken included. */
  int size() {
    return size;
  }

  private static final VarHandle TOP;
  private static final VarHandle SIZE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(Mailbox.class, "top", TaskCell.class);
      SIZE = lookup.findVarHandle(Mailbox.class, "size", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
