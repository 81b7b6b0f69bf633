package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which blocks have pre-emption points, and where. */
final class PreemptionTest {

  private static Woven weave(boolean everywhere, String members) {
    return Woven.of(
        Sources.compile(
            Map.of(
                "Host.java",
                "import static dev.weft.Async.*; import dev.weft.*; public class Host {\n"
                    + members
                    + "\n}\n")),
        false,
        everywhere);
  }

  private static Integer[] points(Woven woven) {
    return woven.blocks().stream().map(BlockFacts::preemptionPoints).toArray(Integer[]::new);
  }

  @Test
  void eachLoop_hasOnePoint() {
    Woven woven =
        weave(
            true,
            """
            static AsyncAction b(int n, Iterable<String> all) { return () -> {
              for (int i = 0; i < n; i++) { while (i < 3) { if (n == 4) continue; i++; } }
              do { n(); } while (n > 3);
              for (String each : all) { each.length(); }
              try { n(); } catch (RuntimeException e) { n(); } finally { n(); }
            }; }
            static void n() {}
            """);
    assertThat(points(woven)).containsExactly(4);
    assertThat(woven.blocks().getFirst().states()).isEqualTo(4);
  }

  @Test
  void loopsUnderAMonitor_haveNone() {
    Woven woven =
        weave(
            true,
            """
            static AsyncAction b(Object o, int n) { return () -> {
              synchronized (o) { for (int i = 0; i < n; i++) {} }
              for (int i = 0; i < n; i++) { synchronized (o) { while (n > i) {} } }
            }; }
            """);
    assertThat(points(woven)).containsExactly(1);
  }

  @Test
  void withoutOptionOrMark_thereIsNone() {
    assertThat(points(weave(false, "static AsyncAction b() { return () -> { while (true) {} }; }")))
        .containsExactly(0);
  }

  @Test
  void marks_ofTheMethodAround_decide() {
    String members =
        """
        @Preemptible static AsyncAction on() { return () -> { while (true) {} }; }
        @Preemptible(false) static AsyncAction off() { return () -> { while (true) {} }; }
        @Preemptible static Runnable inLambda() {
          return () -> { AsyncAction b = () -> { while (true) {} }; b.hashCode(); };
        }
        @Preemptible(false) static AsyncAction inBlock() {
          return () -> { await(async(() -> { while (true) {} })); };
        }
        static AsyncAction unmarked() { return () -> { while (true) {} }; }
        """;
    Map<String, Integer> without = byMethod(weave(false, members));
    assertThat(without)
        .containsEntry("on", 1)
        .containsEntry("off", 0)
        .containsEntry("inLambda", 1)
        .containsEntry("inBlock", 0)
        .containsEntry("unmarked", 0);
    assertThat(byMethod(weave(true, members)))
        .containsEntry("on", 1)
        .containsEntry("off", 0)
        .containsEntry("inLambda", 1)
        .containsEntry("inBlock", 0)
        .containsEntry("unmarked", 1);
  }

  private static Map<String, Integer> byMethod(Woven woven) {
    return woven.blocks().stream()
        .collect(
            java.util.stream.Collectors.toMap(
                facts -> facts.method().split("\\$")[1],
                BlockFacts::preemptionPoints,
                Integer::sum));
  }

  @Test
  void blockWithoutPoints_isTheSameWithTheOption() {
    String member = "static AsyncBody<Integer> b(Future<Integer> f) { return () -> await(f); }";
    assertThat(weave(true, member).classes().get("Host"))
        .isEqualTo(weave(false, member).classes().get("Host"));
  }
}
