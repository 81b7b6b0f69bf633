package dev.weft.bench.compare;

import dev.weft.bench.process.ProcStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a cell may take, so that no model takes the machine down.
 *
 * @param threads threads of the system in one process
 * @param threadsReason why no more
 * @param heapMegabytes heap of a JVM whose activities wait
 * @param connections of an echo server
 */
record Limits(int threads, String threadsReason, int heapMegabytes, int connections) {

  /*
   * Threads: the system counts them (threads-max, pid_max, pids.max of the control group), and each takes
   * two mappings of memory (max_map_count: one for its stack, one for the pages that guard it) and some
   * 100 KiB. A quarter of what the scarcest of these allows leaves room for all else on the machine, and shows
   * what a thread costs just as well as the last one that could be had.
   */

  private static final int SHARE = 4;
  private static final int KB_PER_THREAD = 100;
  private static final int MAPPINGS_PER_THREAD = 2;
  private static final int MOST_HEAP_MEGABYTES = 6144;
  private static final int FILES_BESIDES = 200;
  private static final long NONE = Long.MAX_VALUE;

  /** Those of this system. */
  static Limits ofThisSystem() throws IOException {
    long availableKb = ProcStat.availableKb();
    Limits limits =
        threads(
            List.of(
                new Bound("the system's threads-max", number("/proc/sys/kernel/threads-max")),
                new Bound("the system's pid_max", number("/proc/sys/kernel/pid_max")),
                new Bound("the control group's pids.max", number("/sys/fs/cgroup/pids.max")),
                new Bound(
                    "the system's max_map_count",
                    number("/proc/sys/vm/max_map_count") / MAPPINGS_PER_THREAD),
                new Bound("the memory that is free", availableKb / KB_PER_THREAD)));
    return new Limits(
        limits.threads,
        limits.threadsReason,
        (int) Math.min(MOST_HEAP_MEGABYTES, availableKb / 1024 / 2),
        (int) Math.min(Integer.MAX_VALUE, ProcStat.openFilesLimit() - FILES_BESIDES));
  }

  /**
   * What bounds the number of threads.
   *
   * @param name what is told of it
   * @param threads how many it allows
   */
  record Bound(String name, long threads) {}

  static Limits threads(List<Bound> bounds) {
    Bound scarcest = bounds.getFirst();
    for (Bound each : bounds) {
      scarcest = each.threads < scarcest.threads ? each : scarcest;
    }
    int threads = (int) Math.min(Integer.MAX_VALUE, scarcest.threads / SHARE);
    return new Limits(
        threads,
        "no more than %,d threads are started here, a quarter of what %s allows"
            .formatted(threads, scarcest.name),
        MOST_HEAP_MEGABYTES,
        Integer.MAX_VALUE);
  }

  private static long number(String file) throws IOException {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      return NONE;
    }
    // By lines: such a file gives all of it or nothing to the first read, however small that is.
    String text = Files.readAllLines(path).getFirst().strip();
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : NONE; // or "max"
  }
}
