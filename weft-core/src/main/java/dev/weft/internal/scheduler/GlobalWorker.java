package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import org.jspecify.annotations.Nullable;

/** A worker that has no queue of its own: all take from the shared one, and put back there. */
final class GlobalWorker extends Worker {

  /*
   * A task that yields goes to the end of the queue, and the driver is turned before it is polled again,
   * whoever polls it: this worker turns it once it has taken as many tasks as then were before it, or
   * its share of them. Another worker that comes to the task first has its own mark or none; what it
   * waits for is then found at the next regular turn.
   *
   * A consumer that finds the queue's flag taken tries again for a while: the holder is just about to
   * leave it. After that it goes the way of a worker that has nothing to do, which looks once more before
   * it sleeps.
   */

  private static final int TRIES = 64;

  private int untilYielded = -1;

  GlobalWorker(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    super(pool, index, turn, home);
  }

  /** As a worker: the verifier of a class that turned one into that would load this one. */
  static Worker create(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    return new GlobalWorker(pool, index, turn, home);
  }

  @Override
  @Nullable TaskCell<?> takeLocal() {
    if (untilYielded >= 0 && untilYielded-- == 0) {
      turnDriver();
    }
    return takeInjected();
  }

  @Override
  @Nullable TaskCell<?> takeInjected() {
    InjectQueue inject = pool.inject();
    for (int i = 0; i < TRIES && inject.size() > 0; i++) {
      TaskCell<?> task = inject.pop();
      if (task != null) {
        return task;
      }
      Thread.onSpinWait();
    }
    return null;
  }

  @Override
  @Nullable TaskCell<?> steal() {
    return null;
  }

  @Override
  void push(TaskCell<?> task) {
    pool.inject().push(task);
    pool.notifyOne();
  }

  @Override
  void pushAgain(TaskCell<?> task, boolean yielded) {
    if (yielded) {
      stats().yielded();
      if (untilYielded < 0) {
        untilYielded = pool.inject().size() / pool.workers();
      }
    }
    pool.inject().push(task); // this worker takes one right away, so nobody is woken
  }

  @Override
  @Nullable TaskCell<?> takeKept() {
    return null;
  }

  @Override
  boolean hasKept() {
    return false;
  }

  @Override
  boolean hasRunnable() {
    return false;
  }

  @Override
  void letGoOfKept() {
    // It keeps nothing.
  }

  @Override
  int depth() {
    return 0;
  }
}
