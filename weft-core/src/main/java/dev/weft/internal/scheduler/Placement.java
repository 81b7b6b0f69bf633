package dev.weft.internal.scheduler;

import dev.weft.Weft.Priority;
import dev.weft.Weft.SpawnOptions;
import dev.weft.internal.task.TaskOwner;

/** Finds the owner of a task that is spawned with options. */
final class Placement {

  private final TaskOwner runtime;
  private final Scheduling scheduling;
  private final boolean lanes;
  private final int workers;

  Placement(TaskOwner runtime, Scheduling scheduling, boolean lanes) {
    this.runtime = runtime;
    this.scheduling = scheduling;
    this.lanes = lanes;
    this.workers = scheduling.workers();
  }

  TaskOwner owner(SpawnOptions options) {
    boolean high = options.priority() == Priority.HIGH;
    if (high && !lanes) {
      throw new IllegalStateException(
          "spawn got priority HIGH on "
              + runtime.weft()
              + ", which has no lane for it; call Weft.Builder.priorityLanes first.");
    }
    int worker = worker(options);
    if (worker < 0 && !high && options.name() == null) {
      return scheduling.nextOwner();
    }
    return new RoutedOwner(runtime, scheduling.route(worker, high), options.name());
  }

  /** The one worker that may poll the task, or -1. */
  private int worker(SpawnOptions options) {
    Integer chosen = options.worker();
    if (chosen != null && (chosen < 0 || chosen >= workers)) {
      throw new IllegalArgumentException(
          "spawn got worker "
              + chosen
              + "; "
              + runtime.weft()
              + " accepts 0 to "
              + (workers - 1)
              + ".");
    }
    if (chosen != null) {
      return chosen;
    }
    Object key = options.key();
    return key == null ? -1 : ofKey(key.hashCode(), workers);
  }

  /** Spreads hash codes that differ in few bits, or in high ones only, over the workers. */
  static int ofKey(int hash, int workers) {
    int mixed = hash * 0x9E3779B9; // 2^32 divided by the golden ratio
    return (int) (((mixed & 0xFFFF_FFFFL) * workers) >>> Integer.SIZE);
  }
}
