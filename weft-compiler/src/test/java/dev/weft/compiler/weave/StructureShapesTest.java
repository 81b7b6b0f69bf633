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
          Future<Object> go(Probe p, int k) {
            return async(() -> { secret += await(p.f(2)); n += await(p.f(k)); return super.who() + who() + hide(await(p.f("z"))) + secret + n; });
          }
          class Inner { Future<String> in(Probe p) { return async(() -> hide(await(p.f(secret))) + Sub.super.who()); } }
        }
        """,
        "Sub s = new Sub(); return await(s.go(p, 3)) + await(s.new Inner().in(p));");
  }

  @Test
  void nestedBlocks_captureAndRunOnTheirOwn() {
    Shapes.check(
        """
        static Future<Integer> fib(Probe p, int n) {
          return async(() -> n < 2 ? await(p.f(n)) : await(fib(p, n - 1)) + await(fib(p, n - 2)));
        }
        """,
        """
        int a = await(p.f(1));
        Future<String> f = async(() -> { long b = await(p.f(2L)); return await(async(() -> { String c = await(p.f("c")); return await(async(() -> a + b + c + await(p.f('d')))); })); });
        AsyncBody<Integer> body = () -> a + await(p.f(5));
        return await(f) + await(async(body)) + await(async(body)) + await(fib(p, 4));
        """);
  }

  @Test
  void blocks_inInterfacesEnumsRecordsAndLambdas() {
    Shapes.check(
        """
        interface I { Probe p(); default Future<String> d(int x) { return async(() -> priv() + await(p().f(x)) + stat(p())); } private String priv() { return "priv"; } private static String stat(Probe p) { return "stat"; }
          static Future<String> s(Probe p) { return async(() -> await(p.f("static")) + stat(p)); } }
        record Rec(Probe p, int v) implements I { Rec { Future<Object> unused = async(() -> v); } Future<Integer> r() { return async(() -> v + await(p.f(1))); } }
        enum En { X { Future<String> e(Probe p) { return async(() -> name() + await(p.f(ordinal()))); } }; abstract Future<String> e(Probe p); static final AsyncFunction<Probe, String> F = q -> await(q.f("init")); }
        static <T extends Comparable<T> & Serializable> Future<T> max(Probe p, T a, T b) { return async(() -> { T x = await(p.f(a)); T y = await(p.f(b)); return x.compareTo(y) > 0 ? x : y; }); }
        static class Ctor { final Future<Object> f; final Object v; Ctor(Probe p, Object o) { AsyncBody<Object> pre = () -> await(p.f(o)); super(); v = 1; f = async(() -> v + "" + await(async(pre))); } }
        """,
        """
        I i = () -> p;
        Runnable[] r = new Runnable[1];
        Object anon = new Object() { Future<String> f = async(() -> await(p.f("anon")) + this.getClass().getSimpleName()); };
        String s = await(i.d(1)) + await(I.s(p)) + await(new Rec(p, 3).r()) + await(En.X.e(p)) + await(max(p, "a", "b")) + await(new Ctor(p, "c").f);
        record Local(int q) {}
        enum LocalE { P, Q }
        Local l = new Local(await(p.f(4)));
        s += await(scopeless(p)) ;
        return s + l + LocalE.Q + En.F.apply(p);
        """
            .replace("await(scopeless(p))", "await(p.f(LocalE.P))")
            .replace(" + En.F.apply(p)", ""));
  }

  @Test
  void variables_ofAllKinds_areKept() {
    Shapes.check(
        """
        boolean z = await(p.f(true)); byte b = (byte) await(p.f(200)).intValue(); char c = await(p.f('c')); short s = (short) (int) await(p.f(70000));
        var sb = await(p.f(true)) ? new StringBuilder("sb") : new StringBuffer("x");
        await(p.f(1));
        int unassigned; String n = null; Object merged;
        if (await(p.f(z))) { merged = null; } else { merged = List.of(); }
        await(p.f(2));
        { long scoped = await(p.f(9L)); b += scoped; } { String scoped2 = await(p.f("s2")); c += scoped2.length(); } { double d3 = await(p.f(2.5)); s += d3; }
        unassigned = await(p.f(3));
        int[][] arr = {{1}, {2, 3}}; arr[1][await(p.f(1))] <<= await(p.f(2));
        double nan = Double.longBitsToDouble(0x7ff8000000000123L); float fl = Float.intBitsToFloat(0x7fc00123);
        await(p.f(4));
        return "" + z + b + (int) c + s + sb + unassigned + n + merged + Arrays.deepToString(arr) + Double.doubleToRawLongBits(nan) + Float.floatToRawIntBits(fl);
        """);
  }

  @Test
  void manyVariables_useWideSlots() {
    var source = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      source.append("long v%d = p.log(%dL); int w%d = %d;\n".formatted(i, i, i, i));
    }
    source.append(
        "w149++; w149 += 1000; for (int i = 0; i < 2; i++) { w0 += await(p.f(i)); } return await(p.f(0))");
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
        await(p.f(1)); o.inc(); await(p.f(2));
        var mixed = await(p.f(true)) ? 1 : "x"; await(p.f(3));
        String t = "a" + p.log('b') + await(p.f(1L)) + p.log(2.0) + await(p.f(null));
        Supplier<String> m = t::trim; await(p.f(4));
        assert await(p.f(true));
        return o.n + "" + mixed + t + m.get() + String.format("%s %s", p.log(1), await(p.f(2)));
        """);
  }

  @Test
  void synchronizedWithoutAwait_isAllowed() {
    Shapes.check(
        """
        Object lock = new Object(); int n = 0;
        synchronized (await(p.f(lock))) { n++; Future<Integer> f = async(() -> await(p.f(1))); }
        try { synchronized (lock) { n += 2; throw new IllegalStateException(); } } catch (IllegalStateException e) { n += await(p.f(5)); }
        return n;
        """);
  }

  @Test
  void argumentThatNobodyReads_inTheLastVariable_isLeftOutOfTheVariableTable() {
    Shapes.check(
        """
        AsyncFunction<List<Long>, Integer> unread = a -> await(p.f(1));
        return unread == null;
        """);
  }
}
