package dev.weft.bench.tasks;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.util.Arrays;
import java.util.List;

/**
 * A work whose time is taken: each run is a new process, warmed up, of which the median of a few
 * rounds counts. So both what differs from round to round and what differs from process to process
 * (the JIT compiler's choices, above all) shows in the spread.
 */
final class TaskWorkload implements Workload {

  private static final int ROUNDS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final String name;
  private final String description;
  private final Unit unit;
  private final int size;
  private final int quickSize;

  TaskWorkload(String name, String description, Unit unit, int size, int quickSize) {
    this.name = name;
    this.description = description;
    this.unit = unit;
    this.size = size;
    this.quickSize = quickSize;
  }

  /** What the figure says. */
  enum Unit {
    NANOS_PER_OPERATION("ns/op"),
    MILLIS("ms");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    double of(double nanos, int operations) {
      return this == MILLIS ? nanos / NANOS_PER_MILLI : nanos / operations;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<String> contenders() {
    return Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    return Entry.all(plan, name, unit.label, contender -> sample(plan, contender), name).run(plan);
  }

  private Sample sample(Plan plan, Contender contender) throws Exception {
    int operations = contender.size(name, plan.size(size, quickSize));
    try (Child child = Child.start(contender.launch().command(Jvm.standard(plan.jvmFlags())))) {
      child.expect("ready");
      child.ask("warm", name, operations, plan.taskWarmUp().toMillis());
      double cpu = child.cpuSeconds();
      double[] nanos = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        nanos[round] = Long.parseLong(child.ask("run", name, operations));
      }
      Arrays.sort(nanos);
      return new Sample(
          unit.of(nanos[ROUNDS / 2], operations),
          child.peakRssKb(),
          (child.cpuSeconds() - cpu) / ROUNDS);
    }
  }
}
