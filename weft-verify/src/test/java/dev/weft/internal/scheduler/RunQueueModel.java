package dev.weft.internal.scheduler;

import dev.weft.Poll;
import dev.weft.internal.task.StubOwner;
import dev.weft.internal.task.TaskCell;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** An owner that pushes, pops and overflows, and two thieves. At rest each task was taken once. */
public class RunQueueModel {

  private static final int CAPACITY = 4;
  private static final int TASKS = 24;

  private final SpmcRunQueue ring = new SpmcRunQueue(CAPACITY);
  private final SpmcRunQueue firstLoot = new SpmcRunQueue(CAPACITY);
  private final SpmcRunQueue secondLoot = new SpmcRunQueue(CAPACITY);
  private final TaskCell<?>[] tasks = new TaskCell<?>[TASKS];
  private final int[] takenByOwner = new int[TASKS];
  private final int[] takenByFirst = new int[TASKS];
  private final int[] takenBySecond = new int[TASKS];
  private int pushed;

  public RunQueueModel() {
    var owner = new StubOwner(task -> {});
    for (int i = 0; i < TASKS; i++) {
      tasks[i] = new TaskCell<>(owner, i, cx -> Poll.pending());
    }
  }

  @Operation(nonParallelGroup = "owner")
  public void push() {
    push(1);
  }

  @Operation(nonParallelGroup = "owner")
  public void pushMany() {
    push(CAPACITY);
  }

  private void push(int count) {
    for (int i = 0; i < count && pushed < TASKS; i++) {
      TaskCell<?> task = tasks[pushed++];
      if (!ring.push(task)) {
        for (TaskCell<?> over : ring.takeNewerHalf()) {
          note(over, takenByOwner);
        }
        note(task, takenByOwner);
      }
    }
  }

  @Operation(nonParallelGroup = "owner")
  public void pop() {
    note(ring.pop(), takenByOwner);
  }

  @Operation(nonParallelGroup = "first")
  public void stealFirst() {
    steal(firstLoot, takenByFirst);
  }

  @Operation(nonParallelGroup = "second")
  public void stealSecond() {
    steal(secondLoot, takenBySecond);
  }

  private void steal(SpmcRunQueue loot, int[] taken) {
    note(ring.stealInto(loot), taken);
    for (TaskCell<?> task = loot.pop(); task != null; task = loot.pop()) {
      note(task, taken);
    }
  }

  private static void note(TaskCell<?> task, int[] taken) {
    if (task != null) {
      taken[(int) task.id()]++;
    }
  }

  @Validate
  public void atRest() {
    for (TaskCell<?> task = ring.pop(); task != null; task = ring.pop()) {
      note(task, takenByOwner);
    }
    for (int i = 0; i < pushed; i++) {
      int times = takenByOwner[i] + takenByFirst[i] + takenBySecond[i];
      if (times != 1) {
        throw new AssertionError("task " + i + " was taken " + times + " times");
      }
    }
  }
}
