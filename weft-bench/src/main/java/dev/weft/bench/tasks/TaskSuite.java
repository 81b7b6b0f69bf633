package dev.weft.bench.tasks;

import static dev.weft.bench.tasks.TaskWorkload.Unit.MILLIS;
import static dev.weft.bench.tasks.TaskWorkload.Unit.NANOS_PER_OPERATION;

import dev.weft.bench.Workload;
import java.util.ArrayList;
import java.util.List;

/** The workloads of the task suite. */
public final class TaskSuite {

  private static final int MILLION = 1_000_000;

  /** To cancel a timer costs much less than to let it fire. */
  private static final int CANCELS = 10;

  private TaskSuite() {}

  /**
   * All of them.
   *
   * @return in the order in which they run
   */
  public static List<Workload> all() {
    var all = new ArrayList<>(tasks());
    all.addAll(MessageSuite.all());
    all.addAll(AwaitWorkload.all());
    return List.copyOf(all);
  }

  private static List<Workload> tasks() {
    return List.of(
        perOperation("spawn", "starting and joining a million empty tasks", MILLION, MILLION),
        perOperation("chain", "a million tasks, each of which starts the next", MILLION, MILLION),
        perOperation(
            "pingpong-1", "a round trip between two tasks over two channels", 500_000, 200_000),
        perOperation("pingpong-1000", "a round trip, with 1,000 pairs of tasks", MILLION, 500_000),
        perOperation("yield", "a turn of 1,000 tasks that yield", 2 * MILLION, MILLION),
        perOperation(
            "mpsc", "a message from 4 producers over a channel of 1,000", 2 * MILLION, MILLION),
        perOperation("oneshot", "a value from a new task over a oneshot", 500_000, 200_000),
        perOperation("mutex", "taking a lock that 100 tasks want", MILLION, 400_000),
        new TaskWorkload(
            "skynet-joins",
            "summing up a tree of a million tasks by joining them",
            MILLIS,
            MILLION,
            MILLION),
        new TaskWorkload(
            "skynet-channels",
            "summing up a tree of a million tasks over channels",
            MILLIS,
            MILLION,
            MILLION),
        new MemoryWorkload("memory-100k", MILLION / 10),
        new MemoryWorkload("memory-1M", MILLION),
        new GrowthWorkload(),
        new TimersWorkload(),
        new TimerKindsWorkload(
            "timers-kinds",
            "timers",
            1,
            "processor time of a million sleeping tasks with each kind of timer queue"),
        new TimerKindsWorkload(
            "timers-cancel",
            "timers-cancel",
            CANCELS,
            "processor time of ten million time limits that are set and given up, with each kind"),
        new StartupWorkload(false),
        new StartupWorkload(true));
  }

  static Workload perOperation(String name, String what, int size, int quickSize) {
    return new TaskWorkload(name, what, NANOS_PER_OPERATION, size, quickSize);
  }
}
