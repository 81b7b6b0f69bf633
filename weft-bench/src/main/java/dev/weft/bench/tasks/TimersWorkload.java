package dev.weft.bench.tasks;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.util.List;

/**
 * Processor time of many sleeping tasks, from their start to their end. All contenders have done
 * the same once, with fewer tasks. That is not enough for a JVM to have compiled everything; its
 * compiler and its collector belong to the figure, as does the collector of Go.
 */
final class TimersWorkload implements Workload {

  static final String UNIT = "CPU s";

  private static final int TIMERS = 1_000_000;
  private static final int QUICK_TIMERS = 100_000;
  private static final int WARM_UP_PART = 5;

  TimersWorkload() {}

  @Override
  public String name() {
    return "timers";
  }

  @Override
  public String description() {
    return "processor time of a million tasks that sleep for 1 to 5 s, and then end, with that of"
        + " the compiler and the collector";
  }

  @Override
  public List<String> contenders() {
    return Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    return Entry.all(
            plan,
            name(),
            UNIT,
            contender ->
                sample(plan, name(), 1, contender.launch().command(Jvm.standard(plan.jvmFlags()))),
            name())
        .run(plan);
  }

  /** Runs a work with a million timers, or several times as many, in a process of its own. */
  static Sample sample(Plan plan, String work, int times, List<String> command) throws Exception {
    int timers = times * plan.size(TIMERS, QUICK_TIMERS);
    try (Child child = Child.start(command)) {
      child.expect("ready");
      child.ask("run", work, timers / WARM_UP_PART);
      double before = child.cpuSeconds();
      child.ask("run", work, timers);
      double cpu = child.cpuSeconds() - before;
      return new Sample(cpu, child.peakRssKb(), cpu);
    }
  }
}
