package dev.weft.internal.scheduler;

import dev.weft.Poll;
import dev.weft.internal.task.StubOwner;
import dev.weft.internal.task.TaskCell;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * An owner that adds and takes, and two threads that send. At rest each task was taken once, and
 * those of one thread in the order in which it put them in.
 */
public class LaneQueueModel {

  private static final int TASKS = 32;

  private final LaneQueue queue = new LaneQueue();
  private final TaskCell<?>[] tasks = new TaskCell<?>[3 * TASKS];
  private final int[] put = new int[3];
  private final int[] taken = new int[3];

  public LaneQueueModel() {
    var owner = new StubOwner(task -> {});
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = new TaskCell<>(owner, i, cx -> Poll.pending());
    }
  }

  private TaskCell<?> nextOf(int thread) {
    return tasks[thread * TASKS + put[thread]++];
  }

  @Operation(nonParallelGroup = "first")
  public void sendFirst() {
    queue.send(nextOf(1));
  }

  @Operation(nonParallelGroup = "second")
  public void sendSecond() {
    queue.send(nextOf(2));
  }

  @Operation(nonParallelGroup = "owner")
  public void add() {
    queue.add(nextOf(0));
  }

  @Operation(nonParallelGroup = "owner")
  public void take() {
    note(queue.next());
  }

  private void note(TaskCell<?> task) {
    if (task != null) {
      int thread = (int) task.id() / TASKS;
      int place = (int) task.id() % TASKS;
      if (place != taken[thread]++) {
        throw new AssertionError(task + " was taken as number " + (taken[thread] - 1));
      }
    }
  }

  @Validate
  public void atRest() {
    for (TaskCell<?> task = queue.next(); task != null; task = queue.next()) {
      note(task);
    }
    for (int thread = 0; thread < put.length; thread++) {
      if (taken[thread] != put[thread]) {
        throw new AssertionError(
            taken[thread] + " of " + put[thread] + " tasks of thread " + thread + " were taken");
      }
    }
    if (queue.depth() != 0 || queue.inboxDepth() != 0 || !queue.isEmpty()) {
      throw new AssertionError("the empty queue says that it holds something");
    }
  }
}
