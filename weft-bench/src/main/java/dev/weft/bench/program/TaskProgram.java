package dev.weft.bench.program;

import dev.weft.bench.process.Control;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The works of one contender, and the conversation with the measuring side. */
public final class TaskProgram {

  /** Threads that run tasks, the same for each contender. */
  public static final int WORKERS = 2;

  /** So that the first compilation, and what it leads to, is never in a measured round. */
  private static final int MIN_WARM_ROUNDS = 2;

  private final Map<String, Work> works = new HashMap<>();

  /** Creates a program without works. */
  public TaskProgram() {}

  /**
   * Says that the first task of the process is done. To be called before anything else is set up,
   * since the time to it is measured.
   */
  public static void firstTaskDone() {
    Control.say("ready", 0);
  }

  /**
   * Adds a work.
   *
   * @param name name of the workload
   * @param work what it does
   * @return this program
   */
  public TaskProgram add(String name, Work work) {
    works.put(name, work);
    return this;
  }

  /**
   * Answers until the input ends: {@code warm WORK SIZE MILLIS} by the number of rounds, {@code run
   * WORK SIZE} by nanoseconds, {@code heap} by the bytes of live heap.
   *
   * @throws Exception if a work failed
   */
  public void serve() throws Exception {
    Control.serveUntilEnd(
        Map.of("warm", this::warm, "run", this::run, "heap", _ -> Control.liveBytes()));
  }

  private Integer warm(List<String> args) throws Exception {
    Work work = work(args.getFirst());
    int size = Integer.parseInt(args.get(1));
    long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args.get(2)));
    long start = System.nanoTime();
    int rounds = 0;
    while (rounds < MIN_WARM_ROUNDS || System.nanoTime() - start < nanos) {
      work.run(size);
      rounds++;
    }
    return rounds;
  }

  private Long run(List<String> args) throws Exception {
    Work work = work(args.getFirst());
    int size = Integer.parseInt(args.get(1));
    long start = System.nanoTime();
    work.run(size);
    return System.nanoTime() - start;
  }

  private Work work(String name) {
    Work work = works.get(name);
    if (work == null) {
      throw new IllegalArgumentException(
          "The work " + name + " is unknown; there are " + works.keySet() + ".");
    }
    return work;
  }
}
