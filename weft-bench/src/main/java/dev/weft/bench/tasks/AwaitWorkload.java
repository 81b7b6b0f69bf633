package dev.weft.bench.tasks;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import dev.weft.bench.program.await.AwaitCases;
import dev.weft.bench.program.await.AwaitProgram;
import dev.weft.bench.program.await.HandWritten;
import dev.weft.bench.program.await.HandWrittenFuture;
import dev.weft.bench.program.await.PlainJava;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A question about one await, which JMH answers for each contender in processes of its own. */
final class AwaitWorkload implements Workload {

  private static final String KOTLIN = "dev.weft.bench.program.kotlin.KotlinAwaits";
  private static final int ITERATIONS = 5;
  private static final int QUICK_ITERATIONS = 3;
  private static final int MILLIS = 1_000;
  private static final int QUICK_MILLIS = 500;

  private final String question;
  private final String description;

  AwaitWorkload(String question, String description) {
    this.question = question;
    this.description = description;
  }

  static List<Workload> all() {
    return List.of(
        new AwaitWorkload(AwaitCases.READY, "an await of a future that is ready"),
        new AwaitWorkload(
            AwaitCases.RESUME, "an await that suspends the block, and its resumption"),
        new AwaitWorkload(
            AwaitCases.CHAIN, "calling through five blocks, of which the lowest is suspended"),
        new AwaitWorkload(AwaitCases.LOOP, "a turn of a loop without await, in a block"));
  }

  @Override
  public String name() {
    return "await-" + question;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<String> contenders() {
    return List.of(
        "weft-stackless",
        "weft-stackful",
        "hand-written",
        "hand-written-least",
        "plain-java",
        "kotlin");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    var classes = new WeftClasses(plan.folder());
    Map<String, Entrant> entrants = new LinkedHashMap<>();
    entrants.put("weft-stackless", new Entrant(WeftClasses.AWAITS, () -> classes.folder(true)));
    entrants.put("weft-stackful", new Entrant(WeftClasses.AWAITS, () -> classes.folder(false)));
    entrants.put("hand-written-least", new Entrant(HandWritten.class.getName(), null));
    if (!question.equals(AwaitCases.LOOP)) {
      entrants.put("hand-written", new Entrant(HandWrittenFuture.class.getName(), null));
    } else {
      entrants.put("plain-java", new Entrant(PlainJava.class.getName(), null));
    }
    entrants.put("kotlin", new Entrant(KOTLIN, null));
    var contest = new Contest(name(), "ns/op");
    entrants.forEach(
        (contender, entrant) -> {
          if (!plan.wants(contender)) {
            return;
          }
          if (entrant.isMissing()) {
            plan.note(
                "  %s: %s is left out: this build has no class %s",
                name(), contender, entrant.type);
            return;
          }
          contest.add(contender, () -> sample(plan, entrant));
        });
    return contest.run(plan);
  }

  private Sample sample(Plan plan, Entrant entrant) throws Exception {
    List<Path> before = entrant.folder == null ? List.of() : List.of(entrant.folder.get());
    List<String> command =
        new Jvm(Jvm.standard().flags(), before)
            .command(
                AwaitProgram.class.getName(),
                entrant.type,
                question,
                Integer.toString(plan.size(ITERATIONS, QUICK_ITERATIONS)),
                Integer.toString(plan.size(MILLIS, QUICK_MILLIS)));
    try (Child child = Child.start(command)) {
      double nanos = Double.parseDouble(child.expect("score"));
      return new Sample(nanos, child.peakRssKb(), child.cpuSeconds());
    }
  }

  private interface Folder {
    Path get() throws Exception;
  }

  /** A contender: its class, and the folder that it is in if it isn't on the class path. */
  private record Entrant(String type, @Nullable Folder folder) {
    boolean isMissing() {
      return Entrant.class.getClassLoader().getResource(type.replace('.', '/') + ".class") == null;
    }
  }
}
