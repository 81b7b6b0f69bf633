package dev.weft.bench.compile;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import java.util.List;

/** Time of javac for a class of a thousand lines, in a process that has compiled it before. */
public final class CompileWorkload implements Workload {

  private static final int WARM_UP = 40;
  private static final int QUICK_WARM_UP = 10;
  private static final int ROUNDS = 11;
  private static final int QUICK_ROUNDS = 5;

  private final boolean blocks;

  /**
   * Creates the workload.
   *
   * @param blocks with 20 async blocks, or with none
   */
  public CompileWorkload(boolean blocks) {
    this.blocks = blocks;
  }

  @Override
  public String name() {
    return "compile-time-" + kind();
  }

  @Override
  public String description() {
    return "javac on a class of 1,000 lines "
        + (blocks ? "with 20 async blocks" : "without async blocks")
        + ", after a warm-up";
  }

  @Override
  public List<String> contenders() {
    return List.of("javac", "javac-weft");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    return new Contest(name(), "ms")
        .add("javac", () -> sample(plan, "javac"))
        .add("javac-weft", () -> sample(plan, "plugin"))
        .run(plan);
  }

  private Sample sample(Plan plan, String how) throws Exception {
    try (Child child =
        Child.start(
            CompileProgram.class,
            kind(),
            how,
            plan.folder().resolve(kind() + "-" + how).toString(),
            Integer.toString(plan.size(WARM_UP, QUICK_WARM_UP)),
            Integer.toString(plan.size(ROUNDS, QUICK_ROUNDS)))) {
      double millis = Double.parseDouble(child.expect("millis"));
      return new Sample(millis, child.peakRssKb(), child.cpuSeconds());
    }
  }

  private String kind() {
    return blocks ? "blocks" : "plain";
  }
}
