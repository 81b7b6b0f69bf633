package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;

/** Where runnable tasks go. */
interface Route {

  /** Makes a task runnable. Any thread; never blocks. */
  void schedule(TaskCell<?> task);

  /** Makes a new task runnable, which was never polled. Any thread; never blocks. */
  default void scheduleNew(TaskCell<?> task) {
    schedule(task);
  }

  /** Puts back a task that was woken in its own poll, behind those that wait. On its poll site. */
  void scheduleAgain(TaskCell<?> task, boolean yielded);
}
