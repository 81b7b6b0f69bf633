package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.Subject.Difference;
import dev.weft.verify.fuzz.generate.Program;
import dev.weft.verify.fuzz.kit.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source that once differed, with the plan that showed it in its first line.
 *
 * @param name of its class
 * @param source text
 * @param plan with which it differed
 */
record Saved(String name, String source, Plan plan) {
  private static final Pattern FIRST_LINE = Pattern.compile("// (\\w+) (-?\\d+) (-?\\d+): .*");

  static String text(Program program, Difference difference) {
    Plan plan = difference.plan();
    String how = difference.text().lines().findFirst().orElse("");
    return "// %s %d %d: %s%n%s"
        .formatted(plan.kind(), plan.seed(), plan.target(), how, program.source());
  }

  static Saved read(Path file) throws IOException {
    String source = Files.readString(file);
    Matcher line = FIRST_LINE.matcher(source.lines().findFirst().orElse(""));
    if (!line.matches()) {
      throw new AssertionError(file + " must begin as \"// FAIL 1 0: what was wrong\".");
    }
    var plan =
        new Plan(
            Plan.Kind.valueOf(line.group(1)),
            Long.parseLong(line.group(2)),
            Integer.parseInt(line.group(3)));
    String name = file.getFileName().toString().replace(".java", "");
    return new Saved(name, source, plan);
  }

  /** Its own plan, and each sort of disturbance at each await. */
  List<Plan> plans(int awaits) {
    var plans = new ArrayList<>(List.of(plan));
    plans.addAll(Plans.all(1, awaits));
    return plans;
  }
}
