package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import org.jspecify.annotations.Nullable;

/** Tasks linked through themselves, to be handed over at once. Not for several threads. */
final class TaskChain {

  @Nullable TaskCell<?> first;
  @Nullable TaskCell<?> last;
  int size;

  /** Becomes a chain that was linked elsewhere. */
  void set(@Nullable TaskCell<?> first, @Nullable TaskCell<?> last, int size) {
    this.first = first;
    this.last = last;
    this.size = size;
  }

  void append(TaskCell<?> task) {
    task.setQueueNext(null);
    TaskCell<?> end = last;
    if (end == null) {
      first = task;
    } else {
      end.setQueueNext(task);
    }
    last = task;
    size++;
  }

  /** Takes the oldest task out. */
  @Nullable TaskCell<?> pop() {
    TaskCell<?> task = first;
    if (task != null) {
      first = task.queueNext();
      if (first == null) {
        last = null;
      }
      task.setQueueNext(null);
      size--;
    }
    return task;
  }
}
