package dev.weft.compiler.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.Javac;
import dev.weft.compiler.testkit.Observed;
import dev.weft.compiler.testkit.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every shape under the five outcomes: the same value, side effects, exception and suppressed ones
 * on both backends as the same source has when its awaits block.
 */
@Tag("stackful")
final class ShapesTest {

  /** Files with shapes; those of one file are compiled together. */
  static final List<String> FILES =
      List.of("Expressions", "Numbers", "Branches", "Loops", "Exceptions", "Locals", "Structure");

  /** Shapes in which a static initialiser takes part. */
  private static final Set<String> INITIALIZED = Set.of("S03", "S33");

  /** A shape that awaits more often than this is only disturbed at the first ones. */
  private static final int MOST_TARGETS = 12;

  @TempDir private static Path folder;

  @TestFactory
  Stream<DynamicTest> shape_underEachOutcome_isTheSameOnBothBackends() {
    return FILES.stream().flatMap(ShapesTest::testsOf);
  }

  private static Stream<DynamicTest> testsOf(String file) {
    Program plain;
    Program woven;
    Program debuggable;
    Program bare;
    Program preempted;
    try {
      plain = program(Javac.plain(folder.resolve("plain" + file)), file);
      woven = program(Javac.weft(folder.resolve("woven" + file)), file);
      debuggable = program(Javac.weft(folder.resolve("debug" + file)).with("-g"), file);
      bare =
          program(Javac.weft(folder.resolve("bare" + file)).with("-g:none", "-parameters"), file);
      preempted =
          program(
              Javac.weft(folder.resolve("preempted" + file)).with("-Xplugin:Weft preempt=loops"),
              file);
    } catch (RuntimeException | AssertionError failure) {
      return Stream.of(
          DynamicTest.dynamicTest(
              file + " compiles",
              () -> {
                throw failure;
              }));
    }
    return plain.shapes().stream()
        .flatMap(
            shape ->
                Stream.concat(
                    Stream.of(Plan.Outcome.values())
                        .map(
                            outcome ->
                                DynamicTest.dynamicTest(
                                    shape + " " + outcome,
                                    () -> run(plain, woven, shape, outcome))),
                    Stream.of(
                        DynamicTest.dynamicTest(
                            shape + " with -g and -g:none",
                            () -> run(plain, List.of(debuggable, bare), shape)),
                        DynamicTest.dynamicTest(
                            shape + " pre-empted in each turn of each loop",
                            () -> runPreempted(plain, preempted, shape)))));
  }

  private static Program program(Javac javac, String file) {
    String source = Javac.resource("/shapes/" + file + ".java");
    return new Program(javac.compile(file + ".java", source).folder());
  }

  private static void runPreempted(Program plain, Program woven, String shape) throws Exception {
    for (Plan.Outcome outcome : Plan.Outcome.values()) {
      Plan plan = outcome.plans(1).getLast();
      fresh(shape, plain, woven);
      Observed expected = Runs.blocking(plain, shape, plan);
      assertThat(Runs.preempted(woven, shape, plan)).as("%s", plan).isEqualTo(expected);
    }
  }

  private static void run(Program plain, List<Program> woven, String shape) throws Exception {
    Plan plan = Plan.of(1);
    fresh(shape, plain);
    Observed expected = Runs.blocking(plain, shape, plan).withoutLines();
    for (Program program : woven) {
      fresh(shape, program);
      assertThat(Runs.stackless(program, shape, plan).withoutLines()).isEqualTo(expected);
    }
  }

  private static void run(Program plain, Program woven, String shape, Plan.Outcome outcome)
      throws Exception {
    for (Plan plan : plans(plain, shape, outcome)) {
      fresh(shape, plain, woven);
      Observed expected = Runs.blocking(plain, shape, plan);
      fresh(shape, plain, woven);
      assertThat(Runs.stackful(plain, shape, plan)).as("stackful, %s", plan).isEqualTo(expected);
      assertThat(Runs.stackless(woven, shape, plan)).as("stackless, %s", plan).isEqualTo(expected);
    }
  }

  /** The plans for as many futures as the shape awaits when all goes well. */
  private static List<Plan> plans(Program plain, String shape, Plan.Outcome outcome)
      throws Exception {
    int awaits = Runs.blocking(plain, shape, Plan.of(0)).polled();
    return outcome.plans(Math.min(awaits, MOST_TARGETS));
  }

  private static void fresh(String shape, Program... programs) {
    if (INITIALIZED.contains(shape)) {
      for (Program program : programs) {
        program.reload();
      }
    }
  }
}
