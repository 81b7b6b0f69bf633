package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;

/** The way into a pool's lane ahead of the others, which all workers take from. */
record HighRoute(WorkerPool pool, InjectQueue lane) implements Route {

  @Override
  public void schedule(TaskCell<?> task) {
    lane.push(task);
    pool.notifyOne();
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    if (yielded && PollSite.current() instanceof Worker worker) {
      worker.stats().yielded();
    }
    lane.push(task);
  }
}
