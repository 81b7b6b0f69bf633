package dev.weft.internal.scheduler;

import dev.weft.Poll;
import dev.weft.internal.task.StubOwner;
import dev.weft.internal.task.TaskCell;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two producers and two consumers of the shared queue. At rest each task was taken once. */
public class InjectQueueModel {

  private static final int TASKS = 32;

  private final InjectQueue queue = new InjectQueue();
  private final SpmcRunQueue ring = new SpmcRunQueue(4);
  private final TaskCell<?>[] tasks = new TaskCell<?>[2 * TASKS];
  private final int[] takenByFirst = new int[2 * TASKS];
  private final int[] takenBySecond = new int[2 * TASKS];
  private int pushedByFirst;
  private int pushedBySecond;

  public InjectQueueModel() {
    var owner = new StubOwner(task -> {});
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = new TaskCell<>(owner, i, cx -> Poll.pending());
    }
  }

  @Operation(nonParallelGroup = "producer 1")
  public void push() {
    queue.push(tasks[pushedByFirst++]);
  }

  @Operation(nonParallelGroup = "producer 2")
  public void pushBatch() {
    TaskCell<?> first = tasks[TASKS + pushedBySecond++];
    TaskCell<?> second = tasks[TASKS + pushedBySecond++];
    queue.push(new TaskCell<?>[] {first, second});
  }

  @Operation(nonParallelGroup = "consumer 1")
  public void pop() {
    note(queue.pop(), takenByFirst);
  }

  @Operation(nonParallelGroup = "consumer 2")
  public void popInto() {
    note(queue.popInto(ring, 3), takenBySecond);
    for (TaskCell<?> task = ring.pop(); task != null; task = ring.pop()) {
      note(task, takenBySecond);
    }
  }

  private static void note(TaskCell<?> task, int[] taken) {
    if (task != null) {
      taken[(int) task.id()]++;
    }
  }

  @Validate
  public void atRest() {
    for (TaskCell<?> task = queue.pop(); task != null; task = queue.pop()) {
      note(task, takenByFirst);
    }
    if (queue.size() != 0) {
      throw new AssertionError("the empty queue says that it holds " + queue.size());
    }
    check(0, pushedByFirst);
    check(TASKS, pushedBySecond);
  }

  private void check(int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (takenByFirst[i] + takenBySecond[i] != 1) {
        throw new AssertionError(
            "task " + i + " was taken " + (takenByFirst[i] + takenBySecond[i]) + " times");
      }
    }
  }
}
