package dev.weft.bench.compare;

import dev.weft.bench.process.Child;
import dev.weft.bench.process.Heaps;
import dev.weft.bench.process.Jvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs a model in a workload, in a process of its own. */
final class CellRunner {

  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int SWITCHES_PER_ROUND = 2;

  private final Effort effort;
  private final Limits limits;

  CellRunner(Effort effort, Limits limits) {
    this.effort = effort;
    this.limits = limits;
  }

  /**
   * Runs it.
   *
   * @param left how long all that is still to come may take
   * @param cells how many are still to come, this one included
   * @return what it gave, also if it failed
   */
  Cell run(Contestant contestant, Workload workload, Duration left, int cells) throws IOException {
    Optional<String> lacking = contestant.lacking(workload);
    var figures = new Figures();
    if (lacking.isPresent()) {
      return Cell.of(contestant, workload, Cell.Status.ABSENT, lacking.get(), figures.metrics());
    }
    CodeSize.of(contestant, workload, figures);
    Duration limit = left.compareTo(effort.cell()) < 0 ? left : effort.cell();
    if (!limit.isPositive()) {
      return Cell.of(
          contestant,
          workload,
          Cell.Status.FAILED,
          "the time for all was used up before its turn",
          figures.metrics());
    }
    try (CellProcess process = CellProcess.start(command(contestant, workload), limit)) {
      try {
        measure(process.child(), contestant, workload, figures, effort.start(left, cells));
      } catch (IOException failure) {
        return Cell.of(
            contestant, workload, Cell.Status.FAILED, process.reason(failure), figures.metrics());
      }
    }
    String shortfall = figures.shortfall();
    return Cell.of(
        contestant,
        workload,
        shortfall == null ? Cell.Status.COMPLETE : Cell.Status.PARTIAL,
        shortfall,
        figures.metrics());
  }

  private List<String> command(Contestant contestant, Workload workload) {
    Jvm jvm =
        workload == Workload.WAITING || workload == Workload.ECHO
            ? Heaps.compact(limits.heapMegabytes())
            : new Jvm(List.of("-Xmx1g", "-XX:+UseParallelGC"), List.of());
    jvm = jvm.with("-XX:+ExitOnOutOfMemoryError");
    for (String flag : contestant.flags()) {
      jvm = jvm.with(flag);
    }
    return jvm.command(CellProgram.class.getName(), contestant.name(), workload.name());
  }

  private void measure(
      Child child, Contestant contestant, Workload workload, Figures figures, Duration start)
      throws IOException {
    var address = child.ready();
    switch (workload) {
      case WAITING ->
          new WaitingCell(child, figures)
              .measure(atMost(contestant, effort.activities(), figures), start);
      case ECHO ->
          new EchoCell(child, effort, figures).measure(address, connections(contestant, figures));
      case CPU -> cpu(child, figures);
      default -> rate(child, workload, figures);
    }
  }

  private int connections(Contestant contestant, Figures figures) {
    int wanted = effort.connections();
    if (limits.connections() < wanted) {
      figures.fewer(
          "the limit of open files of a process leaves %,d connections"
              .formatted(limits.connections()));
      wanted = limits.connections();
    }
    return atMost(contestant, wanted, figures);
  }

  private int atMost(Contestant contestant, int wanted, Figures figures) {
    if (contestant.threads() == Contestant.Threads.SYSTEM && limits.threads() < wanted) {
      figures.fewer(limits.threadsReason());
      return limits.threads();
    }
    return wanted;
  }

  private void rate(Child child, Workload workload, Figures figures) throws IOException {
    child.ask("warm", effort.warmUp().toMillis());
    double cpu = child.cpuSeconds();
    String[] seen = child.ask("run", effort.length().toMillis()).split(" ", -1);
    double operations = Double.parseDouble(seen[0]);
    double nanos = Double.parseDouble(seen[1]);
    switch (workload) {
      case PING_PONG -> figures.put(Metric.SWITCH_NANOS, nanos / operations / SWITCHES_PER_ROUND);
      case FAN_OUT -> figures.put(Metric.ACTIVITIES_PER_SECOND, operations * NANOS / nanos);
      default -> figures.put(Metric.ITEMS_PER_SECOND, operations * NANOS / nanos);
    }
    figures.put(Metric.CPU_NANOS, (child.cpuSeconds() - cpu) * NANOS / operations);
  }

  private void cpu(Child child, Figures figures) throws IOException {
    long millis = effort.length().toMillis();
    child.ask("burn", effort.warmUp().toMillis());
    String[] seen = child.ask("burn", millis).split(" ", -1);
    figures.put(Metric.STEPS_PER_SECOND, Double.parseDouble(seen[0]) * 1e3 / millis);
    figures.put(Metric.FAIRNESS, Double.parseDouble(seen[1]));
    figures.put(Metric.WORST_MICROS, Double.parseDouble(seen[2]) / NANOS_PER_MICRO);
  }
}
