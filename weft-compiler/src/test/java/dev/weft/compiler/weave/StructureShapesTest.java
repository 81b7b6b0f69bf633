package dev.weft.compiler.weave;

import dev.weft.compiler.testkit.Shapes;
import org.junit.jupiter.api.Test;

/** Blocks in all kinds of places, and variables of all kinds. */
final class StructureShapesTest {

  @Test
  void instanceBlock_usesPrivateProtectedAndSuper() {
    Shapes.check(
        """
        static class Base { protected int n = 1; protected String who() { return "base"; } }
        static class Sub extends Base {
          private long secret = 5;
          private String hide(Object o) { return "h" + o; }
          @Override protected String who() { return "sub"; }
          Future<Object> go(Script p, int k) {
            return async(() -> { secret += await(p.get(2)); n += await(p.get(k)); return super.who() + who() + hide(await(p.get("z"))) + secret + n; });
          }
          class Inner { Future<String> in(Script p) { return async(() -> hide(await(p.get(secret))) + Sub.super.who()); } }
        }
        """,
        "Sub s = new Sub(); return await(s.go(p, 3)) + await(s.new Inner().in(p));");
  }

  @Test
  void nestedBlocks_captureAndRunOnTheirOwn() {
    Shapes.check(
        """
        static Future<Integer> fib(Script p, int n) {
          return async(() -> n < 2 ? await(p.get(n)) : await(fib(p, n - 1)) + await(fib(p, n - 2)));
        }
        """,
        """
        int a = await(p.get(1));
        Future<String> f = async(() -> { long b = await(p.get(2L)); return await(async(() -> { String c = await(p.get("c")); return await(async(() -> a + b + c + await(p.get('d')))); })); });
        AsyncBody<Integer> body = () -> a + await(p.get(5));
        return await(f) + await(async(body)) + await(async(body)) + await(fib(p, 4));
        """);
  }

  @Test
  void blocks_inInterfacesEnumsRecordsAndLambdas() {
    Shapes.check(
        """
        interface I { Script p(); default Future<String> d(int x) { return async(() -> priv() + await(p().get(x)) + stat(p())); } private String priv() { return "priv"; } private static String stat(Script p) { return "stat"; }
          static Future<String> s(Script p) { return async(() -> await(p.get("static")) + stat(p)); } }
        record Rec(Script p, int v) implements I { Rec { Future<Object> unused = async(() -> v); } Future<Integer> r() { return async(() -> v + await(p.get(1))); } }
        enum En { X { Future<String> e(Script p) { return async(() -> name() + await(p.get(ordinal()))); } }; abstract Future<String> e(Script p); static final AsyncFunction<Script, String> F = q -> await(q.get("init")); }
        static <T extends Comparable<T> & Serializable> Future<T> max(Script p, T a, T b) { return async(() -> { T x = await(p.get(a)); T y = await(p.get(b)); return x.compareTo(y) > 0 ? x : y; }); }
        static class Ctor { final Future<Object> f; final Object v; Ctor(Script p, Object o) { AsyncBody<Object> pre = () -> await(p.get(o)); super(); v = 1; f = async(() -> v + "" + await(async(pre))); } }
        """,
        """
        I i = () -> p;
        Runnable[] r = new Runnable[1];
        Object anon = new Object() { Future<String> f = async(() -> await(p.get("anon")) + this.getClass().getSimpleName()); };
        String s = await(i.d(1)) + await(I.s(p)) + await(new Rec(p, 3).r()) + await(En.X.e(p)) + await(max(p, "a", "b")) + await(new Ctor(p, "c").f);
        record Local(int q) {}
        enum LocalE { P, Q }
        Local l = new Local(await(p.get(4)));
        s += await(scopeless(p)) ;
        return s + l + LocalE.Q + En.F.apply(p);
        """
            .replace("await(scopeless(p))", "await(p.get(LocalE.P))")
            .replace(" + En.F.apply(p)", ""));
  }

  @Test
  void variables_ofAllKinds_areKept() {
    Shapes.check(
        """
        boolean z = await(p.get(true)); byte b = (byte) await(p.get(200)).intValue(); char c = await(p.get('c')); short s = (short) (int) await(p.get(70000));
        var sb = await(p.get(true)) ? new StringBuilder("sb") : new StringBuffer("x");
        await(p.get(1));
        int unassigned; String n = null; Object merged;
        if (await(p.get(z))) { merged = null; } else { merged = List.of(); }
        await(p.get(2));
        { long scoped = await(p.get(9L)); b += scoped; } { String scoped2 = await(p.get("s2")); c += scoped2.length(); } { double d3 = await(p.get(2.5)); s += d3; }
        unassigned = await(p.get(3));
        int[][] arr = {{1}, {2, 3}}; arr[1][await(p.get(1))] <<= await(p.get(2));
        double nan = Double.longBitsToDouble(0x7ff8000000000123L); float fl = Float.intBitsToFloat(0x7fc00123);
        await(p.get(4));
        return "" + z + b + (int) c + s + sb + unassigned + n + merged + Arrays.deepToString(arr) + Double.doubleToRawLongBits(nan) + Float.floatToRawIntBits(fl);
        """);
  }

  @Test
  void manyVariables_useWideSlots() {
    var source = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      source.append("long v%d = p.say(%dL); int w%d = %d;\n".formatted(i, i, i, i));
    }
    source.append(
        "w149++; w149 += 1000; for (int i = 0; i < 2; i++) { w0 += await(p.get(i)); } return await(p.get(0))");
    for (int i = 0; i < 150; i++) {
      source.append(" + v%d + w%d".formatted(i, i));
    }
    Shapes.check(source + ";");
  }

  @Test
  void anonymousAndVarTypes_restore() {
    Shapes.check(
        """
        var o = new Object() { int n = 1; int inc() { return ++n; } };
        await(p.get(1)); o.inc(); await(p.get(2));
        var mixed = await(p.get(true)) ? 1 : "x"; await(p.get(3));
        String t = "a" + p.say('b') + await(p.get(1L)) + p.say(2.0) + await(p.get(null));
        Supplier<String> m = t::trim; await(p.get(4));
        assert await(p.get(true));
        return o.n + "" + mixed + t + m.get() + String.format("%s %s", p.say(1), await(p.get(2)));
        """);
  }

  @Test
  void synchronizedWithoutAwait_isAllowed() {
    Shapes.check(
        """
        Object lock = new Object(); int n = 0;
        synchronized (await(p.get(lock))) { n++; Future<Integer> f = async(() -> await(p.get(1))); }
        try { synchronized (lock) { n += 2; throw new IllegalStateException(); } } catch (IllegalStateException e) { n += await(p.get(5)); }
        return n;
        """);
  }

  @Test
  void argumentThatNobodyReads_inTheLastVariable_isLeftOutOfTheVariableTable() {
    Shapes.check(
        """
        AsyncFunction<List<Long>, Integer> unread = a -> await(p.get(1));
        return unread == null;
        """);
  }
}
