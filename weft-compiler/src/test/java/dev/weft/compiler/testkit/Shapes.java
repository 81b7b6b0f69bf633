package dev.weft.compiler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncBody;
import dev.weft.codegen.CompiledBody;
import dev.weft.compiler.weave.ClassWeaver;
import dev.weft.testkit.TestTask;
import java.util.Map;
import java.util.SortedMap;

/**
 * Runs a block blocking, as javac left it, and woven, and compares value, failure and everything
 * noted through the {@link Script}: with all futures ready, pending once and pending often, and
 * with each await in turn failed, and cancelled while pending; and all that again with a
 * pre-emption point in each loop, at which the block yields each time, and with code that the
 * awaits of a block share.
 *
 * <pre>
 * Shapes.check("int a = await(p.get(1)); return p.say(a) + await(p.get(2));");
 * </pre>
 */
public final class Shapes {

  private static final String IMPORTS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import dev.weft.compiler.testkit.Script;
      import java.io.*;
      import java.util.*;
      import java.util.function.*;
      """;

  private Shapes() {}

  /** Checks the statements of a block that returns an object; {@code p} is the script. */
  public static void check(String statements) {
    check("", statements);
  }

  /** Checks a block in a class with further members, and types behind it. */
  public static void check(String members, String statements) {
    checkSource(source(members, statements));
  }

  /** The source of the class that {@link #check(String, String)} compiles. */
  public static String source(String members, String statements) {
    return IMPORTS
        + "public class Shape {\n"
        + "  public static AsyncBody<Object> body(Script p) { return () -> {\n"
        + statements
        + "\n  }; }\n"
        + members
        + "\n}\n";
  }

  /**
   * Checks the source of a class {@code Shape} with a method {@code static AsyncBody<Object>
   * body(Script)}; the usual imports are added if it has none.
   */
  public static void checkSource(String source) {
    String whole = source.contains("import ") ? source : IMPORTS + source;
    for (String[] options : new String[][] {{"-g", "-parameters"}, {"-g:none"}}) {
      check(Sources.compile(Map.of("Shape.java", whole), options));
    }
  }

  /** Checks class files of a class {@code Shape}. */
  public static void check(SortedMap<String, byte[]> classes) {
    try {
      checkAll(classes);
    } catch (ReflectiveOperationException | InterruptedException wrong) {
      throw new AssertionError(wrong);
    }
  }

  private static void checkAll(SortedMap<String, byte[]> classes)
      throws ReflectiveOperationException, InterruptedException {
    for (boolean debug : new boolean[] {false, true}) {
      Woven woven = Woven.of(classes, debug);
      assertThat(woven.problems()).noneMatch(problem -> problem.kind().isError());
      check(classes, woven.classes(), false);
    }
    Woven sharing = Woven.of(ClassWeaver.sharing(), classes, false, false);
    assertThat(sharing.problems()).noneMatch(problem -> problem.kind().isError());
    check(classes, sharing.classes(), false);
    Woven preempted = Woven.of(classes, false, true);
    assertThat(preempted.problems()).noneMatch(problem -> problem.kind().isError());
    check(classes, preempted.classes(), true);
  }

  /** Compares the blocking run of plain class files with the compiled run of woven ones. */
  private static void check(Map<String, byte[]> plain, Map<String, byte[]> woven, boolean preempted)
      throws ReflectiveOperationException, InterruptedException {
    Observed ready = blocking(plain, Plan.of(0));
    for (Plan.Outcome outcome : Plan.Outcome.values()) {
      for (Plan plan : outcome.plans(ready.polled())) {
        assertThat(compiled(woven, plan, preempted))
            .as("compiled, %s", plan)
            .isEqualTo(blocking(plain, plan));
      }
    }
    assertThat(blocking(woven, Plan.of(0))).as("run directly").isEqualTo(ready);
  }

  private static Observed blocking(Map<String, byte[]> classes, Plan plan)
      throws ReflectiveOperationException {
    var script = new Script(plan, true);
    return Drive.call(body(classes, script)::run, script);
  }

  private static Observed compiled(Map<String, byte[]> classes, Plan plan, boolean preempted)
      throws ReflectiveOperationException, InterruptedException {
    var script = new Script(plan, false);
    AsyncBody<Object> body = body(classes, script);
    assertThat(body).isInstanceOf(CompiledBody.class);
    var task = new TestTask();
    if (preempted) {
      task.preempt();
    }
    return Drive.poll(((CompiledBody) body).start(null), script, task);
  }

  @SuppressWarnings("unchecked")
  private static AsyncBody<Object> body(Map<String, byte[]> classes, Script script)
      throws ReflectiveOperationException {
    return (AsyncBody<Object>)
        Woven.loader(classes) // a fresh one: static state and initializers are part of the run
            .loadClass("Shape")
            .getMethod("body", Script.class)
            .invoke(null, script);
  }
}
