package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;

/** The way to the one worker of a pool that may poll a task. */
record PinnedRoute(Worker worker, boolean first) implements Route {

  @Override
  public void schedule(TaskCell<?> task) {
    worker.pin(task, first);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    if (yielded) {
      worker.stats().yielded();
    }
    worker.pin(task, first);
  }
}
