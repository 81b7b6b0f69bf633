package dev.weft.compiler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncBody;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.CompiledBody;
import dev.weft.compiler.weave.ClassWeaver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Runs a block blocking, as javac left it, and woven, and compares value, failure and everything
 * noted through the {@link Probe}: with all futures ready, pending once and pending often, and with
 * each await in turn failed, and cancelled while pending; and all that again with a pre-emption
 * point in each loop, at which the block yields each time, and with code that the awaits of a block
 * share.
 *
 * <pre>
 * Shapes.check("int a = await(p.f(1)); return p.log(a) + await(p.f(2));");
 * </pre>
 */
public final class Shapes {

  private static final String IMPORTS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import dev.weft.compiler.testkit.Probe;
      import java.io.*;
      import java.util.*;
      import java.util.function.*;
      """;

  private Shapes() {}

  /** Checks the statements of a block that returns an object; {@code p} is the probe. */
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
        + "  public static AsyncBody<Object> body(Probe p) { return () -> {\n"
        + statements
        + "\n  }; }\n"
        + members
        + "\n}\n";
  }

  /**
   * Checks the source of a class {@code Shape} with a method {@code static AsyncBody<Object>
   * body(Probe)}; the usual imports are added if it has none.
   */
  public static void checkSource(String source) {
    String whole = source.contains("import ") ? source : IMPORTS + source;
    for (String[] options : new String[][] {{"-g", "-parameters"}, {"-g:none"}}) {
      check(Sources.compile(Map.of("Shape.java", whole), options));
    }
  }

  /** Checks class files of a class {@code Shape}. */
  public static void check(SortedMap<String, byte[]> classes) {
    for (boolean debug : new boolean[] {false, true}) {
      Woven woven = Woven.of(classes, debug);
      assertThat(woven.problems()).noneMatch(problem -> problem.kind().isError());
      check(classes, woven.classes(), Context.of(Waker.noop()));
    }
    Woven sharing = Woven.of(ClassWeaver.sharing(), classes, false, false);
    assertThat(sharing.problems()).noneMatch(problem -> problem.kind().isError());
    check(classes, sharing.classes(), Context.of(Waker.noop()));
    Woven preempted = Woven.of(classes, false, true);
    assertThat(preempted.problems()).noneMatch(problem -> problem.kind().isError());
    check(classes, preempted.classes(), new Preempting());
  }

  /** Compares the blocking run of plain class files with the compiled run of woven ones. */
  private static void check(Map<String, byte[]> plain, Map<String, byte[]> woven, Context context) {
    Run ready = blocking(plain, new Probe.Plan(0, -1, -1));
    var plans = new ArrayList<Probe.Plan>();
    for (int pending : new int[] {0, 1, 3}) {
      plans.add(new Probe.Plan(pending, -1, -1));
    }
    for (int i = 0; i < ready.awaited(); i++) {
      plans.add(new Probe.Plan(0, i, -1));
      plans.add(new Probe.Plan(1, i, -1));
      plans.add(new Probe.Plan(0, -1, i));
      plans.add(new Probe.Plan(1, -1, i));
    }
    for (Probe.Plan plan : plans) {
      Run expected = blocking(plain, plan);
      assertThat(compiled(woven, plan, context)).as("compiled, %s", plan).isEqualTo(expected);
    }
    assertThat(blocking(woven, plans.getFirst())).as("run directly").isEqualTo(ready);
  }

  /** What happened. */
  private record Run(String outcome, List<String> log, int awaited) {}

  private static Run blocking(Map<String, byte[]> classes, Probe.Plan plan) {
    var probe = new Probe(plan, true);
    return run(probe, () -> body(classes, probe).run());
  }

  private static Run compiled(Map<String, byte[]> classes, Probe.Plan plan, Context context) {
    var probe = new Probe(plan, false);
    return run(
        probe,
        () -> {
          AsyncBody<Object> body = body(classes, probe);
          assertThat(body).isInstanceOf(CompiledBody.class);
          return drive(((CompiledBody) body).start(null), probe, context);
        });
  }

  private static Object drive(Future<?> block, Probe probe, Context context) throws Exception {
    for (int polls = 0; polls < 100_000; polls++) {
      if (block.poll(context) instanceof Poll.Ready<?>(Object value)) {
        return value;
      }
      if (probe.takeCancelDue()) {
        assertThat(block.cancel()).isFalse();
      }
    }
    throw new AssertionError("never ready");
  }

  private interface Body {
    Object run() throws Throwable;
  }

  private static Run run(Probe probe, Body body) {
    String outcome;
    try {
      outcome = "value " + body.run();
    } catch (AssertionError | LinkageError wrong) {
      throw wrong;
    } catch (Throwable failure) {
      outcome = describe(failure);
    }
    return new Run(outcome, List.copyOf(probe.log()), probe.awaited());
  }

  private static String describe(Throwable failure) {
    return failure.getClass().getName()
        + (failure instanceof Cancellation ? "" : ": " + failure.getMessage())
        + (failure.getCause() == null ? "" : " cause " + describe(failure.getCause()))
        + Stream.of(failure.getSuppressed()).map(Shapes::describe).toList();
  }

  @SuppressWarnings("unchecked")
  private static AsyncBody<Object> body(Map<String, byte[]> classes, Probe probe) throws Exception {
    return (AsyncBody<Object>)
        Woven.loader(classes) // a fresh one: static state and initializers are part of the run
            .loadClass("Shape")
            .getMethod("body", Probe.class)
            .invoke(null, probe);
  }
}
