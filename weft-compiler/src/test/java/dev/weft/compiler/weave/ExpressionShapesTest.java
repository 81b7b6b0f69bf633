package dev.weft.compiler.weave;

import dev.weft.compiler.testkit.Shapes;
import org.junit.jupiter.api.Test;

/** Awaits in the middle of expressions. */
final class ExpressionShapesTest {

  @Test
  void await_alone_isTheValue() {
    Shapes.check("return await(p.f(\"a\"));");
  }

  @Test
  void body_withoutAwait_isTheValue() {
    Shapes.check("return p.log(1) + 2;");
  }

  @Test
  void awaits_inSequence_keepVariables() {
    Shapes.check(
        """
        int a = await(p.f(1));
        long b = await(p.f(2L));
        double c = await(p.f(3.5));
        float d = await(p.f(4f));
        String s = await(p.f("s"));
        return s + a + b + c + d;
        """);
  }

  @Test
  void operands_underAwait_areKept() {
    Shapes.check(
        "static String join(Object... all) { return Arrays.toString(all); }",
        "return join(p.log(1), p.log(2L) * 3 + await(p.f(4)), await(p.f(5.0)) / p.log(2), p.log(\"x\"));");
  }

  @Test
  void compoundAssignment_overAwait_readsTheOldValueFirst() {
    Shapes.check(
        """
        int[] a = {1, 2, 3, 4};
        int i = 0;
        a[i++] += await(p.f(10));
        a[i++] = i + await(p.f(20));
        a[1] += 2 + (a[3] += await(p.f(5)));
        i = i++ + await(p.f(1));
        String s = "q";
        s += await(p.f(null));
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
        Object o = new A(new B(p.log(await(p.f(1)))), p.log(7L) + await(p.f(2L)));
        new B(await(p.f(3)));
        Object q = new B(p.log(1) > 0 ? await(p.f(4)) : new B(await(p.f(5))));
        return "" + o + q + (LOG.size() > 3);
        """);
  }

  @Test
  void switchWithTryAsConstructorArgument_isKept() {
    Shapes.check(
        "record A(Object a, Object b, Object c) {}",
        """
        Object o = new A(p.log("x"), switch (await(p.f(2))) {
          case 1 -> "one";
          case 2 -> { try { yield await(p.f("two")); } catch (IOException e) { yield p.log("failed"); } finally { p.log("fin"); } }
          default -> "many";
        }, await(p.f("z")));
        return o;
        """);
  }

  @Test
  void conditionals_nested_joinWithOneType() {
    Shapes.check(
        """
        boolean c = await(p.f(true));
        Object o = c ? await(p.f(1)) : c ? "s" : await(p.f(2.0));
        boolean d = p.log(false) && await(p.f(true)) || !(await(p.f(true)) ^ await(p.f(false)));
        byte b = (byte) (int) await(p.f(300));
        b += await(p.f(100));
        char ch = 'a'; ch += await(p.f(1));
        return o + " " + d + b + ch;
        """);
  }
}
