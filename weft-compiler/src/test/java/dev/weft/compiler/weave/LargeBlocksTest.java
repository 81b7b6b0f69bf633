package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncBody;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.CompiledBody;
import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks that only fit into a method since their awaits share code. */
final class LargeBlocksTest {

  private static final int METHOD_LIMIT = 65_535;

  private static Woven weave(String statements) {
    return weave(statements, false);
  }

  private static Woven weave(String statements, boolean debug) {
    return Woven.of(
        Sources.compile(
            Map.of(
                "Host.java",
                "import static dev.weft.Async.*; import dev.weft.*;\n"
                    + "public class Host { public static AsyncBody<String> b(Future<Integer> g,"
                    + " String c) { return () -> {\n"
                    + statements
                    + "}; } }"),
            "-g"),
        debug);
  }

  @Test
  void block_thatFitsOnlyWithoutVariablesForADebugger_isWovenWithoutThem() {
    var statements = new StringBuilder("long s = 0;\n");
    for (int await = 0; await < 300; await++) {
      statements.append("{ ");
      int order = await * 0x9E3779B1;
      for (int i = 0; i < 14; i++) { // of types in an order that no other await has
        int type = Integer.remainderUnsigned(Integer.rotateLeft(order, 2 * i), 5);
        statements.append(variable(5 * i + type, "" + i));
      }
      statements.append("s += await(g); }\n");
    }
    Woven woven = weave(statements + "return c + s;\n", true);
    assertThat(woven.problems())
        .extracting(WeaveProblem::kind)
        .containsExactly(WeaveProblem.Kind.NOT_JIT_COMPILED);
    assertThat(woven.blocks()).hasSize(1);
  }

  private static String variable(int i, String value) {
    return switch (i % 5) {
      case 0 -> "int v" + i + " = " + value + ";\n";
      case 1 -> "long v" + i + " = " + value + ";\n";
      case 2 -> "String v" + i + " = \"s\" + " + value + ";\n";
      case 3 -> "double v" + i + " = " + value + ";\n";
      default -> "Object v" + i + " = " + value + ";\n";
    };
  }

  private static String variables(int count) {
    var text = new StringBuilder("long s = 0;\n");
    for (int i = 0; i < count; i++) {
      text.append(variable(i, "" + i));
    }
    return text.toString();
  }

  private static String end(int count) {
    var text = new StringBuilder("return c + s");
    for (int i = 0; i < count; i++) {
      text.append(" + v" + i);
    }
    return text.append(";\n").toString();
  }

  /** Runs the block with each await pending once, and as plain code. */
  private static void assertRuns(Woven woven) throws Exception {
    AsyncBody<?> body =
        (AsyncBody<?>)
            woven
                .loader()
                .loadClass("Host")
                .getMethod("b", Future.class, String.class)
                .invoke(null, new EveryOther(), "c");
    Context context = Context.of(Waker.noop());
    Future<?> block = ((CompiledBody) body).start(null);
    Poll<?> last = block.poll(context);
    int pending = 0;
    while (last instanceof Poll.Pending) {
      pending++;
      last = block.poll(context);
    }
    assertThat(pending).isGreaterThanOrEqualTo(woven.blocks().getFirst().states());
    assertThat(last).isEqualTo(Poll.ready(body.run()));
  }

  private static final class EveryOther implements Future<Integer> {
    private boolean ready;

    @Override
    public Poll<Integer> poll(Context cx) {
      ready = !ready;
      return ready && !onPlainThread() ? Poll.pending() : Poll.ready(7);
    }

    /** The body that runs directly blocks its thread in an await, which then polls. */
    private static boolean onPlainThread() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames.noneMatch(
                      frame -> frame.getClassName().equals("dev.weft.codegen.AsyncState")));
    }
  }

  @Test
  void hundredFiftyAwaits_overThreeHundredVariables_fitIntoAMethod() throws Exception {
    Woven woven = weave(variables(300) + "s = s + await(g);\n".repeat(150) + end(300));
    BlockFacts facts = woven.blocks().getFirst();
    assertThat(facts.states()).isEqualTo(150);
    assertThat(facts.bytecodeAfter()).isLessThan(METHOD_LIMIT / 3);
    assertThat(woven.problems())
        .extracting(WeaveProblem::kind)
        .containsExactly(WeaveProblem.Kind.NOT_JIT_COMPILED);
    assertRuns(woven);
  }

  @Test
  void variablesThatComeOneByOne_withReferencesOnTheStack_fitIntoAMethod() throws Exception {
    var text = new StringBuilder("long s = 0; StringBuilder all = new StringBuilder();\n");
    for (int i = 0; i < 300; i++) {
      text.append(variable(i, i % 2 == 0 ? "" + i : "await(g)"));
      if (i % 10 == 0) {
        text.append("all.append(await(g));\n");
      }
    }
    Woven woven = weave(text + "s += all.length();\n" + end(300));
    assertThat(woven.problems()).noneMatch(problem -> problem.kind().isError());
    assertThat(woven.blocks().getFirst().states()).isEqualTo(180);
    assertRuns(woven);
  }

  @Test
  void awaitsInLoops_overManyVariables_fitIntoAMethod() throws Exception {
    Woven woven =
        weave(
            variables(200)
                + "s += await(g);\n".repeat(30)
                + "for (int i = 0; i < 2; i++) {\n"
                + "s += await(g) * 2;\n".repeat(60)
                + "for (int j = 0; j < 2; j++) {\n"
                + "{ String t = \"\" + j; s += await(g); s += t.length(); }\n".repeat(60)
                + "} }\n"
                + end(200));
    assertThat(woven.problems()).noneMatch(problem -> problem.kind().isError());
    assertThat(woven.blocks().getFirst().states()).isEqualTo(150);
    assertRuns(woven);
  }

  @Test
  void blockOverTheLimitOfTheJit_thatIsSmallerWithSharedCode_isBelowIt() throws Exception {
    Woven woven = weave(variables(100) + "s = s + await(g);\n".repeat(20) + end(100));
    assertThat(woven.problems()).isEmpty();
    assertThat(woven.blocks().getFirst().bytecodeAfter()).isLessThan(8000);
    assertRuns(woven);
  }

  @Test
  void blockThatIsTooLargeAllTheSame_isAnError() {
    assertThat(weave(variables(10) + "s = s + await(g) * v0;\n".repeat(2500) + end(10)).problems())
        .extracting(WeaveProblem::kind)
        .isEqualTo(List.of(WeaveProblem.Kind.TOO_LARGE));
  }
}
