package dev.weft.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How long and how often workloads run.
 *
 * @param quick a short look in place of a measurement: fewer runs, shorter, smaller
 * @param contenders who takes part; empty for all
 * @param jvmFlags what each contender of the task suite that runs on a JVM is started with besides
 *     its own flags
 * @param folder where files are put; what a workload puts there it removes
 * @param progress where a line for each run goes
 */
public record Plan(
    boolean quick,
    Set<String> contenders,
    List<String> jvmFlags,
    Path folder,
    PrintWriter progress) {

  /** Checks the arguments. */
  public Plan {
    contenders = Set.copyOf(contenders);
    jvmFlags = List.copyOf(jvmFlags);
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(progress, "progress");
  }

  /**
   * Whether a contender takes part.
   *
   * @param contender its name
   * @return true if it was asked for, or none was
   */
  public boolean wants(String contender) {
    return contenders.isEmpty() || contenders.contains(contender);
  }

  /**
   * How often each contender runs.
   *
   * @return at least 1
   */
  public int runs() {
    return quick ? 2 : 7;
  }

  /**
   * How long a contender is warmed up.
   *
   * @return more than zero
   */
  public Duration warmUp() {
    return Duration.ofSeconds(quick ? 2 : 8);
  }

  /**
   * How long a contender of the task suite is warmed up, in each of its processes.
   *
   * @return more than zero
   */
  public Duration taskWarmUp() {
    return Duration.ofMillis(quick ? 1_000 : 3_000);
  }

  /**
   * How long one run takes where the workload has no size of its own.
   *
   * @return more than zero
   */
  public Duration length() {
    return Duration.ofSeconds(quick ? 1 : 4);
  }

  /**
   * Picks a size.
   *
   * @param full for a measurement
   * @param small for a quick look
   * @return one of them
   */
  public int size(int full, int small) {
    return quick ? small : full;
  }

  /**
   * Tells how far the program is.
   *
   * @param format as for {@link String#format}
   * @param args its arguments
   */
  public void note(String format, Object... args) {
    progress.printf(format + "%n", args);
    progress.flush();
  }
}
