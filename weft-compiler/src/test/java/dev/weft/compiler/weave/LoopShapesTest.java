package dev.weft.compiler.weave;

import dev.weft.compiler.testkit.Shapes;
import org.junit.jupiter.api.Test;

/** Awaits in loops and behind jumps. */
final class LoopShapesTest {

  @Test
  void forEach_overArrayAndIterable_keepsHiddenVariables() {
    Shapes.check(
        """
        String[] texts = {"a", "b", "c"};
        String all = "";
        for (String t : texts) { texts = null; all += await(p.get(t)); }
        for (int i : List.of(1, 2)) { all += i + await(p.get("x")); }
        return all;
        """);
  }

  @Test
  void labelledJumps_outOfNestedLoops_goWhereTheyShould() {
    Shapes.check(
        """
        int n = 0;
        outer:
        for (int i = 0; i < 3; i++) {
          for (long j = 0; j < 3; j++) {
            if (await(p.get(i)) == 1) continue outer;
            do { n += await(p.get(1)); if (j == 2) break outer; } while (await(p.get(n)) % 2 != 0);
            n++;
          }
        }
        block: { if (await(p.get(n)) > 2) break block; n = -1; }
        return n;
        """);
  }

  @Test
  void loopHeaders_thatAwait_areEvaluatedEachTurn() {
    Shapes.check(
        """
        int sum = 0;
        for (int i = await(p.get(0)); await(p.get(i)) < 3; i += await(p.get(1))) {
          if (i == 1) continue;
          sum += p.say(i);
        }
        while (await(p.get(sum)) < 5) { sum++; }
        int k = 0;
        do { k++; } while (k < await(p.get(2)));
        return sum + k;
        """);
  }

  @Test
  void loopWithoutAwait_besideAwaits_runs() {
    Shapes.check(
        """
        long sum = 0;
        int n = await(p.get(10));
        for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) sum += i * j; }
        sum += await(p.get(1));
        for (int i = 0; i < n; i++) { sum ^= i; }
        return sum;
        """);
  }

  @Test
  void loopInsideExpression_keepsOperandsBelow() {
    Shapes.check(
        """
        return p.say("s") + (p.say(1L) + switch (await(p.get(1))) {
          case 1 -> { long x = 0; for (int i = 0; i < 3; i++) { x += await(p.get(i)); } yield x; }
          default -> 5L;
        });
        """);
  }

  @Test
  void loopVariables_captured_areFreshEachTurn() {
    Shapes.check(
        """
        List<Supplier<Object>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i; String s = await(p.get("v" + j)); all.add(() -> s + j); }
        String r = "";
        for (Supplier<Object> s : all) { r += s.get(); await(p.get(1)); }
        return r;
        """);
  }

  @Test
  void endlessLoop_endedByFailureOnly_verifies() {
    Shapes.check(
        "static int n;",
        """
        while (true) { if (await(p.get(n++)) > 3) throw new IllegalStateException("end"); }
        """);
  }

  @Test
  void switches_ofAllKinds_withAwaits() {
    Shapes.check(
        """
        enum E { A, B, C }
        sealed interface S permits R, Q {}
        record R(Object a, int b) implements S {}
        record Q(S inner) implements S {}
        """,
        """
        String r = "";
        for (int i = 0; i < 4; i++) {
          switch (await(p.get(i))) { case 0: r += "0"; case 1: r += await(p.get("1")); break; case 1000: r += "k"; break; default: r += await(p.get("d")); }
          r += switch (await(p.get("k" + i))) { case "k0" -> await(p.get("z")); case "k1" -> "one"; default -> "other"; };
          r += 1 + switch (await(p.get(E.values()[i % 3]))) { case A -> await(p.get(1)); case B -> 2; case C -> { try { yield await(p.get(3)); } finally { p.say("fin"); } } };
          S s = i == 0 ? new R("x", 1) : i == 1 ? new R(5, 2) : new Q(new R(null, i));
          r += switch (await(p.get(s))) {
            case R(String a, int b) when await(p.get(b)) == 2 -> "never";
            case R(Integer a, int b) when await(p.get(a)) == 5 -> "five" + await(p.get(b));
            case R(var a, var b) -> "r" + a;
            case Q(R(var a, int b)) when await(p.get(b)) == 3 -> "three" + b;
            case Q q -> "q" + await(p.get(q));
          };
        }
        Object o = await(p.get((Object) "text"));
        if (!(o instanceof String text)) return "no";
        return r + await(p.get(text)) + (o instanceof String t && await(p.get(true)) && t.isEmpty());
        """);
  }
}
