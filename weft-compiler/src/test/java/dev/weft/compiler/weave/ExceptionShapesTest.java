package dev.weft.compiler.weave;

import dev.weft.compiler.testkit.Shapes;
import org.junit.jupiter.api.Test;

/** Awaits in try, catch and finally. */
final class ExceptionShapesTest {

  @Test
  void catches_inOrder_seeTheValueAtTheThrow() {
    Shapes.check(
        """
        int x = 1; String r = "";
        try { x = 2; r += await(p.f(1)); x = 3; r += await(p.f(2)); x = 4; }
        catch (FileNotFoundException e) { r += "fnf"; }
        catch (IOException | IllegalStateException e) { r += e.getMessage() + x + await(p.f(5)); }
        return r + x;
        """);
  }

  @Test
  void finallyWithAwait_nested_runsOnce() {
    Shapes.check(
        """
        String r = "";
        try {
          try { r += await(p.f("a")); }
          catch (IOException e) { r += p.log("c1"); try { r += await(p.f("b")); } catch (IOException f) { r += p.log("c2"); throw new IllegalStateException(r, f); } }
          finally { p.log("f1"); r += await(p.f("c")); try { await(p.f("d")); } finally { p.log("f2"); } }
        } catch (IOException e) { r += "outer" + await(p.f("e")); }
        return r;
        """);
  }

  @Test
  void returnInFinally_overrides() {
    Shapes.check(
        "static Object go(Object x) { return x; }",
        """
        int x = 1;
        for (int i = 0; i < 3; i++) {
          try { if (i == 1) { await(p.f(i)); continue; } x += await(p.f(10)); }
          finally { x++; if (await(p.f(i)) == 1) break; }
        }
        try { return x + await(p.f(100)); }
        finally { x = await(p.f(7)); if (x == 8) return "never"; }
        """);
  }

  @Test
  void returnInFinally_swallowsFailures() {
    Shapes.check(
        """
        try { await(p.f(1)); throw new IllegalStateException("lost"); }
        finally { return await(p.f("kept")); }
        """);
  }

  @Test
  void resources_closeInReverse_andSuppress() {
    Shapes.check(
        """
        try (var a = p.resource("a"); var b = await(p.f(p.resource("b"))); var none = (Probe.Resource) null) {
          p.log(await(a.read()));
          try (Probe.Quiet q = p.quiet("q")) { p.log("in"); }
          if (await(p.f(true))) throw new IllegalStateException(await(b.read()));
        } catch (IllegalStateException e) { return e.getMessage() + e.getSuppressed().length; }
        return "none";
        """);
  }

  @Test
  void close_calledOnAsyncCloseable_isAnAwait() {
    Shapes.check(
        """
        AsyncCloseable c = p.resource("c");
        c.close();
        try { p.resource("d").close(); } finally { p.log("e"); }
        return "ok";
        """);
  }

  @Test
  void rethrow_andCatchAll_keepTheObject() {
    Shapes.check(
        """
        try { try { return await(p.failing(new FileNotFoundException("x"))); } catch (Throwable t) { p.log(await(p.f("t"))); throw t; } }
        catch (final Exception e) { p.log(e.getClass()); await(p.f(1)); throw e; }
        """);
  }

  @Test
  void nullReceiver_failsAfterTheAwait() {
    Shapes.check(
        """
        String s = await(p.f((String) null));
        try { return s.concat(await(p.f("x"))); } catch (NullPointerException e) { p.log("npe"); }
        int[] a = null;
        try { a[p.log(0)] = await(p.f(1)); } catch (NullPointerException e) { p.log("npe2"); }
        try { a[p.log(0)] += await(p.f(1)); } catch (NullPointerException e) { p.log("npe3"); }
        try { return new int[await(p.f(2))][await(p.f(-1))]; } catch (NegativeArraySizeException e) { p.log("neg"); }
        dev.weft.Future<String> none = null;
        try { return await(none); } catch (NullPointerException e) { p.log("npe4"); }
        boolean b = p.log(1) == 1 ? true : await(p.f((Boolean) null));
        return p.log(2) == 1 ? true : await(p.f((Boolean) null));
        """);
  }
}
