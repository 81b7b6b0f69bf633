package dev.weft.bench.tasks;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.util.List;

/** From the start of a process to the end of its first task. */
final class StartupWorkload implements Workload {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int RUNS = 15;
  private static final int QUICK_RUNS = 3;

  StartupWorkload() {}

  @Override
  public String name() {
    return "startup";
  }

  @Override
  public String description() {
    return "from the start of the process to the end of its first task";
  }

  @Override
  public List<String> contenders() {
    return Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    return Entry.all(plan, name(), "ms", StartupWorkload::sample, name())
        .run(plan, plan.size(RUNS, QUICK_RUNS));
  }

  private static Sample sample(Contender contender) throws Exception {
    List<String> command = contender.launch().command(Jvm.standard());
    long start = System.nanoTime();
    try (Child child = Child.start(command)) {
      child.expect("ready");
      double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
      return new Sample(millis, child.peakRssKb(), child.cpuSeconds());
    }
  }
}
