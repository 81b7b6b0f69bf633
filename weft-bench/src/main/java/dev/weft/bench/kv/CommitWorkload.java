package dev.weft.bench.kv;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.util.List;

/** Durable writes a second: forced one by one, and in groups. */
public final class CommitWorkload implements Workload {

  private static final int WRITERS = 64;

  /** Creates the workload. */
  public CommitWorkload() {}

  @Override
  public String name() {
    return "kv-commit";
  }

  @Override
  public String description() {
    return "durable writes of 100 bytes: each forced by itself, and by group commit; "
        + WRITERS
        + " writers, or one (-1)";
  }

  @Override
  public List<String> contenders() {
    return List.of("sync-per-write", "weft-log", "weft-log-1");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    try (Child each = start(SyncPerWrite.class, plan, WRITERS);
        Child group = start(LogWriters.class, plan, WRITERS);
        Child one = start(LogWriters.class, plan, 1)) {
      for (Child child : List.of(each, group, one)) {
        child.expect("ready");
        child.ask("run"); // the warm-up
      }
      return new Contest(name(), "writes/s")
          .add("sync-per-write", () -> sample(each))
          .add("weft-log", () -> sample(group))
          .add("weft-log-1", () -> sample(one))
          .run(plan);
    }
  }

  private static Child start(Class<?> main, Plan plan, int writers) throws IOException {
    return Child.start(
        main,
        plan.folder().toString(),
        Integer.toString(writers),
        Long.toString(plan.length().toNanos()));
  }

  private static Sample sample(Child child) throws IOException {
    double before = child.cpuSeconds();
    double rate = Double.parseDouble(child.ask("run"));
    return new Sample(rate, child.peakRssKb(), child.cpuSeconds() - before);
  }
}
