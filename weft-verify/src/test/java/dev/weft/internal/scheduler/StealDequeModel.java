package dev.weft.internal.scheduler;

import dev.weft.Poll;
import dev.weft.internal.task.StubOwner;
import dev.weft.internal.task.TaskCell;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** An owner that pushes, pops at both ends and overflows, and two thieves. */
public class StealDequeModel {

  private static final int CAPACITY = 4;
  private static final int TASKS = 24;

  private final StealDeque deque = new StealDeque(CAPACITY);
  private final StealDeque firstLoot = new StealDeque(CAPACITY);
  private final StealDeque secondLoot = new StealDeque(CAPACITY);
  private final TaskCell<?>[] firstHands = new TaskCell<?>[CAPACITY / 2];
  private final TaskCell<?>[] secondHands = new TaskCell<?>[CAPACITY / 2];
  private final TaskCell<?>[] tasks = new TaskCell<?>[TASKS];
  private final int[] takenByOwner = new int[TASKS];
  private final int[] takenByFirst = new int[TASKS];
  private final int[] takenBySecond = new int[TASKS];
  private int pushed;

  /** A deque with room for four. */
  public StealDequeModel() {
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
      while (!deque.push(task)) {
        for (TaskCell<?> over : deque.takeOlderHalf()) {
          note(over, takenByOwner);
        }
      }
    }
  }

  @Operation(nonParallelGroup = "owner")
  public void popNewest() {
    note(deque.popNewest(), takenByOwner);
  }

  @Operation(nonParallelGroup = "owner")
  public void popOldest() {
    note(deque.popOldest(), takenByOwner);
  }

  @Operation(nonParallelGroup = "first")
  public void stealFirst() {
    steal(firstLoot, firstHands, takenByFirst);
  }

  @Operation(nonParallelGroup = "second")
  public void stealSecond() {
    steal(secondLoot, secondHands, takenBySecond);
  }

  private void steal(StealDeque loot, TaskCell<?>[] hands, int[] taken) {
    note(deque.stealInto(loot, hands), taken);
    for (TaskCell<?> task = loot.popNewest(); task != null; task = loot.popNewest()) {
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
    for (TaskCell<?> task = deque.popNewest(); task != null; task = deque.popNewest()) {
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
