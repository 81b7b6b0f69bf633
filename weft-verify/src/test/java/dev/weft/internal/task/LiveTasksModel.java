package dev.weft.internal.task;

import dev.weft.Poll;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Two who spawn, each with a register of its own, one of whom also ends what the other has spawned,
 * and one who closes and sweeps. At rest each task that was accepted has ended, stands in its place
 * or was swept, and no other one stands anywhere.
 */
public class LiveTasksModel {

  private final LiveTasks live = new LiveTasks(2);
  private final TaskRegister first = live.lend();
  private final TaskRegister second = live.lend();
  private final List<TaskCell<?>> ofFirst = new ArrayList<>();
  private final List<TaskCell<?>> ofSecond = new ArrayList<>();
  private final Set<TaskCell<?>> ended = new HashSet<>();
  private final Set<TaskCell<?>> swept = new HashSet<>();
  private volatile TaskCell<?> handedOver;
  private boolean closed;

  private static TaskCell<?> task() {
    return new TaskCell<>(new StubOwner(ignored -> {}), 1, cx -> Poll.ready(1));
  }

  @Operation(nonParallelGroup = "first")
  public boolean spawnFirst() {
    TaskCell<?> task = task();
    boolean added = live.add(task, first);
    if (added) {
      ofFirst.add(task);
      handedOver = task;
    }
    return added;
  }

  @Operation(nonParallelGroup = "second")
  public boolean spawnSecond() {
    TaskCell<?> task = task();
    boolean added = live.add(task, second);
    if (added) {
      ofSecond.add(task);
    }
    return added;
  }

  @Operation(nonParallelGroup = "second")
  public void endOneOfFirst() {
    TaskCell<?> task = handedOver;
    if (task != null && ended.add(task)) {
      live.remove(task, second);
    }
  }

  @Operation(nonParallelGroup = "closer")
  public void closeAndSweep() {
    if (!closed) {
      closed = true;
      live.close();
      live.forEach(swept::add);
    }
  }

  @Validate
  public void atRest() {
    Set<TaskCell<?>> accepted = new HashSet<>(ofFirst);
    accepted.addAll(ofSecond);
    Set<TaskCell<?>> alive = new HashSet<>();
    live.forEach(alive::add);
    Set<TaskCell<?>> expected = new HashSet<>(accepted);
    expected.removeAll(ended);
    if (!alive.equals(expected)) {
      throw new AssertionError("alive are " + alive.size() + " tasks, not " + expected.size());
    }
    if (live.count() != expected.size() || live.addedCount() != accepted.size()) {
      throw new AssertionError("counted " + live.count() + " of " + live.addedCount());
    }
    if (live.isEmpty() != expected.isEmpty()) {
      throw new AssertionError("isEmpty is wrong about " + expected.size() + " tasks");
    }
    if (closed && !swept.containsAll(expected)) {
      throw new AssertionError("a task was accepted behind the sweep");
    }
  }
}
