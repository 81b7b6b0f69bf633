package dev.weft.bench.tasks;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.util.ArrayList;
import java.util.List;

/**
 * From the start of a process to the end of its first task; with a cache, the JVM finds its classes
 * loaded and linked, as a training run of the same program has left them.
 */
final class StartupWorkload implements Workload {

  /*
   * Each JVM gets only its first compiler, as is usual for programs that don't live for long: the second
   * one takes processor time that the start has better uses for, in any contender a tenth to a fifth of it.
   */

  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int RUNS = 15;
  private static final int QUICK_RUNS = 3;

  /** The workload with a cache. */
  static final String CACHED = "startup-aot";

  private final boolean cached;

  StartupWorkload(boolean cached) {
    this.cached = cached;
  }

  @Override
  public String name() {
    return cached ? CACHED : "startup";
  }

  @Override
  public String description() {
    return "from the start of the process to the end of its first task"
        + (cached ? ", with an AOT cache" : "")
        + "; JVMs with "
        + FIRST_COMPILER;
  }

  @Override
  public List<String> contenders() {
    return cached ? Contenders.onJvm() : Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    var caches = new AotCaches(plan.folder().resolve("aot"));
    return Entry.all(plan, name(), "ms", contender -> sample(plan, contender, caches), name())
        .run(plan, plan.size(RUNS, QUICK_RUNS));
  }

  private Sample sample(Plan plan, Contender contender, AotCaches caches) throws Exception {
    List<String> command = contender.launch().command(jvm(plan.jvmFlags()));
    return sample(cached ? caches.command(contender.name(), command) : command);
  }

  private static Jvm jvm(List<String> further) {
    var flags = new ArrayList<>(List.of(FIRST_COMPILER));
    flags.addAll(further);
    return Jvm.standard(flags);
  }

  private static Sample sample(List<String> command) throws Exception {
    long start = System.nanoTime();
    try (Child child = Child.start(command)) {
      child.expect("ready");
      double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
      return new Sample(millis, child.peakRssKb(), child.cpuSeconds());
    }
  }
}
