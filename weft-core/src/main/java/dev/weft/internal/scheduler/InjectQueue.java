package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queue that all workers share, for tasks that come from elsewhere or didn't fit: many
 * producers, many consumers, linked through the tasks, unbounded.
 */
final class InjectQueue {

  /*
   * Idea: producers push onto a stack with one compare-and-set. A
   * consumer that gets the `taking` flag takes from the ordered front chain and, when that is empty,
   * takes the whole stack at once and reverses it, so that the order is first in, first out. The flag
   * is only tried, never waited for: whoever fails it knows that another worker is taking tasks from
   * here right now.
   *
   * Batches: what didn't fit into a worker's queues comes as an array of tasks, so that not one of them
   * has to be touched before it is polled. Newcomers and batches take turns.
   *
   * State: `top` is the stack of newcomers, newest first. `front` belongs to the holder of `taking`.
   * `size` counts, for metrics and for the worker that is about to sleep: it is raised before a push
   * is visible and lowered after a take, so that it is never too low; 0 means nothing is here or on its
   * way out of here.
   *
   * Ordering: compare-and-set on `top` publishes the links; get-and-set takes them; the flag orders one
   * consumer after another.
   *
   * Why not a lock: a producer is any thread, a waker in the first place, and must not wait for a
   * worker that lost its processor while it held the lock.
   */

  private static final TaskCell<?>[] NONE = {};

  private volatile @Nullable TaskCell<?> top;

  @SuppressWarnings("UnusedVariable") // read through its VarHandle
  private volatile boolean taking;

  private volatile int size;
  private final TaskChain front = new TaskChain();
  private final Queue<TaskCell<?>[]> batches = new ConcurrentLinkedQueue<>();

  // The holder's of `taking`.
  private TaskCell<?> @Nullable [] batch;
  private int nextInBatch;
  private boolean batchesFirst;

  /** Appends a task. Any thread. */
  void push(TaskCell<?> task) {
    SIZE.getAndAdd(this, 1);
    link(task);
  }

  private void link(TaskCell<?> task) {
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

  /** An array for tasks that go elsewhere; an empty one if memory is lacking. */
  static TaskCell<?>[] newBatch(int size) {
    try {
      return new TaskCell<?>[size];
    } catch (OutOfMemoryError lacking) {
      return NONE;
    }
  }

  /** Appends tasks, oldest first; the array is given up. Any thread. */
  void push(TaskCell<?>[] tasks) {
    if (tasks.length > 0) {
      SIZE.getAndAdd(this, tasks.length);
      try {
        batches.add(tasks);
      } catch (OutOfMemoryError lacking) { // they must not be lost, so they go one by one
        for (TaskCell<?> task : tasks) {
          link(task);
        }
      }
    }
  }

  /** Takes the oldest task, if nobody else is taking. */
  @Nullable TaskCell<?> pop() {
    if (size == 0 || !TAKING.compareAndSet(this, false, true)) {
      return null;
    }
    try {
      TaskCell<?> task = popHolding();
      if (task != null) {
        SIZE.getAndAdd(this, -1);
      }
      return task;
    } finally {
      taking = false;
    }
  }

  /**
   * Takes a batch: one task to run and up to {@code max - 1} more into the caller's ring.
   *
   * @param target the caller's ring
   * @param max at least 1
   */
  @Nullable TaskCell<?> popInto(SpmcRunQueue target, int max) {
    if (size == 0 || !TAKING.compareAndSet(this, false, true)) {
      return null;
    }
    try {
      TaskCell<?> first = popHolding();
      if (first == null) {
        return null;
      }
      int taken = 1;
      while (taken < max) {
        TaskCell<?> task = popHolding();
        if (task == null) {
          break;
        }
        taken++;
        if (!target.push(task)) {
          giveBack(task);
          taken--;
          break;
        }
      }
      SIZE.getAndAdd(this, -taken);
      return first;
    } finally {
      taking = false;
    }
  }

  private void giveBack(TaskCell<?> task) {
    task.setQueueNext(front.first);
    if (front.first == null) {
      front.last = task;
    }
    front.first = task;
    front.size++;
  }

  private @Nullable TaskCell<?> popHolding() {
    batchesFirst = !batchesFirst;
    TaskCell<?> task = batchesFirst ? popBatched() : popFront();
    if (task == null) {
      task = batchesFirst ? popFront() : popBatched();
    }
    return task;
  }

  private @Nullable TaskCell<?> popBatched() {
    TaskCell<?>[] tasks = batch;
    if (tasks == null) {
      tasks = batches.poll();
      if (tasks == null) {
        return null;
      }
      batch = tasks;
      nextInBatch = 0;
    }
    TaskCell<?> task = tasks[nextInBatch++];
    if (nextInBatch == tasks.length) {
      batch = null;
    }
    return task;
  }

  private @Nullable TaskCell<?> popFront() {
    TaskCell<?> task = front.pop();
    if (task == null && top != null) {
      refill();
      task = front.pop();
    }
    return task;
  }

  /** Moves the newcomers to the front chain, which is empty. */
  private void refill() {
    TaskCell<?> newest = (TaskCell<?>) TOP.getAndSet(this, null);
    TaskCell<?> last = newest;
    TaskCell<?> reversed = null;
    int count = 0;
    while (newest != null) {
      TaskCell<?> older = newest.queueNext();
      newest.setQueueNext(reversed);
      reversed = newest;
      newest = older;
      count++;
    }
    front.set(reversed, last, count);
  }

  /** Tasks in the queue, those that are just being put in or taken out included. */
  int size() {
    return size;
  }

  private static final VarHandle TOP;
  private static final VarHandle TAKING;
  private static final VarHandle SIZE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(InjectQueue.class, "top", TaskCell.class);
      TAKING = lookup.findVarHandle(InjectQueue.class, "taking", boolean.class);
      SIZE = lookup.findVarHandle(InjectQueue.class, "size", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
