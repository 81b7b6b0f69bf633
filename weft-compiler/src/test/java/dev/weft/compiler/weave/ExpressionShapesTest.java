package dev.weft.compiler.weave;

import dev.weft.compiler.testkit.Shapes;
import org.junit.jupiter.api.Test;

/** Awaits in the middle of expressions. */
final class ExpressionShapesTest {

  @Test
  void await_alone_isTheValue() {
    Shapes.check("return await(p.get(\"a\"));");
  }

  @Test
  void body_withoutAwait_isTheValue() {
    Shapes.check("return p.say(1) + 2;");
  }

  @Test
  void awaits_inSequence_keepVariables() {
    Shapes.check(
        """
        int a = await(p.get(1));
        long b = await(p.get(2L));
        double c = await(p.get(3.5));
        float d = await(p.get(4f));
        String s = await(p.get("s"));
        return s + a + b + c + d;
        """);
  }

  @Test
  void operands_underAwait_areKept() {
    Shapes.check(
        "static String join(Object... all) { return Arrays.toString(all); }",
        "return join(p.say(1), p.say(2L) * 3 + await(p.get(4)), await(p.get(5.0)) / p.say(2), p.say(\"x\"));");
  }

  @Test
  void compoundAssignment_overAwait_readsTheOldValueFirst() {
    Shapes.check(
        """
        int[] a = {1, 2, 3, 4};
        int i = 0;
        a[i++] += await(p.get(10));
        a[i++] = i + await(p.get(20));
        a[1] += 2 + (a[3] += await(p.get(5)));
        i = i++ + await(p.get(1));
        String s = "q";
        s += await(p.get(null));
        return s + i + Arrays.toString(a);
        """);
  }

  @Test
  void newObject_overAwait_isMadeOnce() {
    Shapes.check(
        """
        record A(Object b, long c) {}
        static class B { static { LOG.add("B"); } final Object x; B(Object x) { this.x = x; LOG.add("init"); } public String toString() { return "B" + x; } }
        static List<String> LOG;
        """,
        """
        LOG = new ArrayList<>();
        Object o = new A(new B(p.say(await(p.get(1)))), p.say(7L) + await(p.get(2L)));
        new B(await(p.get(3)));
        Object q = new B(p.say(1) > 0 ? await(p.get(4)) : new B(await(p.get(5))));
        return "" + o + q + (LOG.size() > 3);
        """);
  }

  @Test
  void switchWithTryAsConstructorArgument_isKept() {
    Shapes.check(
        "record A(Object a, Object b, Object c) {}",
        """
        Object o = new A(p.say("x"), switch (await(p.get(2))) {
          case 1 -> "one";
          case 2 -> { try { yield await(p.get("two")); } catch (IOException e) { yield p.say("failed"); } finally { p.say("fin"); } }
          default -> "many";
        }, await(p.get("z")));
        return o;
        """);
  }

  @Test
  void conditionals_nested_joinWithOneType() {
    Shapes.check(
        """
        boolean c = await(p.get(true));
        Object o = c ? await(p.get(1)) : c ? "s" : await(p.get(2.0));
        boolean d = p.say(false) && await(p.get(true)) || !(await(p.get(true)) ^ await(p.get(false)));
        byte b = (byte) (int) await(p.get(300));
        b += await(p.get(100));
        char ch = 'a'; ch += await(p.get(1));
        return o + " " + d + b + ch;
        """);
  }
}
