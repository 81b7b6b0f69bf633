package dev.weft.bench.files;

import dev.weft.bench.Contest;
import dev.weft.bench.Folders;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A work on a tree of files; each run is a process of its own, of which the middle round counts.
 */
final class FileWorkload implements Workload {

  private static final int ROUNDS = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final String name;
  private final String description;
  private final String unit;
  private final boolean read;

  FileWorkload(String name, String description, String unit, boolean read) {
    this.name = name;
    this.description = description;
    this.unit = unit;
    this.read = read;
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
    return List.copyOf(programs().keySet());
  }

  /** The one to compare with first. */
  private Map<String, Class<?>> programs() {
    Map<String, Class<?>> programs = new LinkedHashMap<>();
    programs.put("weft", WeftFiles.class);
    programs.put(read ? "virtual-threads" : "blocking-walk", BlockingFiles.class);
    return programs;
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    Path root = plan.folder().resolve(name);
    try {
      FileTree tree =
          read
              ? FileTree.flat(root)
              : FileTree.deep(root, plan.size(FileTree.LARGE, FileTree.QUICK));
      var contest = new Contest(name, unit);
      programs().forEach((who, program) -> contest.add(who, () -> sample(plan, program, tree)));
      return contest.run(plan);
    } finally {
      Folders.delete(root);
    }
  }

  private Sample sample(Plan plan, Class<?> program, FileTree tree) throws Exception {
    String work = read ? "read" : "du";
    Jvm jvm = Jvm.standard();
    for (String flag : BlockingFiles.FLAGS) {
      jvm = jvm.with(flag);
    }
    try (Child child = Child.start(jvm.command(program.getName(), tree.root().toString()))) {
      child.expect("ready");
      child.ask(work, plan.taskWarmUp().toMillis(), tree.bytes());
      double cpu = child.cpuSeconds();
      double[] nanos = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        nanos[round] = Long.parseLong(child.ask(work, 0, tree.bytes()));
      }
      Arrays.sort(nanos);
      return new Sample(
          nanos[ROUNDS / 2] / NANOS_PER_MICRO / tree.files(),
          child.peakRssKb(),
          (child.cpuSeconds() - cpu) / ROUNDS);
    }
  }
}
