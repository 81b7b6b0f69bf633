package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The tasks of one thread, first in, first out, with a mailbox for those that others send. */
final class LaneQueue {

  /*
   * What has arrived in the mailbox is taken over when nothing else is there, and every DRAIN_INTERVAL
   * tasks, so that a thread which keeps itself busy can't starve it. `depth` repeats the size of the
   * queue for metrics; the owner writes it.
   */

  private static final int DRAIN_INTERVAL = 31;

  private final Mailbox mailbox = new Mailbox();
  private final GrowingQueue queue = new GrowingQueue();
  private int untilDrain = DRAIN_INTERVAL;

  @SuppressWarnings("UnusedVariable") // read through its VarHandle
  private int depth;

  /** Appends a task from elsewhere; the owner has to be woken. Any thread. */
  void send(TaskCell<?> task) {
    mailbox.push(task);
  }

  /** Appends a task. Owner only. */
  void add(TaskCell<?> task) {
    queue.add(task);
    noteDepth();
  }

  /** Takes the oldest task. Owner only. */
  @Nullable TaskCell<?> next() {
    if (--untilDrain == 0 || queue.isEmpty()) {
      untilDrain = DRAIN_INTERVAL;
      int _ = mailbox.drainTo(queue);
    }
    TaskCell<?> task = queue.poll();
    if (task != null) {
      noteDepth();
    }
    return task;
  }

  private void noteDepth() {
    DEPTH.setOpaque(this, queue.size()); // pairs with depth(): a number to be shown
  }

  /** Tasks that the owner has taken over, apart from the mailbox. Owner only. */
  int queued() {
    return queue.size();
  }

  /** Whether nothing is here nor in the mailbox. Owner only. */
  boolean isEmpty() {
    return queue.isEmpty() && mailbox.isEmpty();
  }

  /** Tasks that wait here, the mailbox apart; a snapshot for any thread. */
  int depth() {
    return (int) DEPTH.getOpaque(this); // pairs with noteDepth: a number to be shown
  }

  /** Tasks in the mailbox; a snapshot for any thread. */
  int inboxDepth() {
    return mailbox.size();
  }

  private static final VarHandle DEPTH;

  static {
    try {
      DEPTH = MethodHandles.lookup().findVarHandle(LaneQueue.class, "depth", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
