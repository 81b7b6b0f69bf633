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
        try { x = 2; r += await(p.get(1)); x = 3; r += await(p.get(2)); x = 4; }
        catch (FileNotFoundException e) { r += "fnf"; }
        catch (IOException | IllegalStateException e) { r += e.getMessage() + x + await(p.get(5)); }
        return r + x;
        """);
  }

  @Test
  void finallyWithAwait_nested_runsOnce() {
    Shapes.check(
        """
        String r = "";
        try {
          try { r += await(p.get("a")); }
          catch (IOException e) { r += p.say("c1"); try { r += await(p.get("b")); } catch (IOException f) { r += p.say("c2"); throw new IllegalStateException(r, f); } }
          finally { p.say("f1"); r += await(p.get("c")); try { await(p.get("d")); } finally { p.say("f2"); } }
        } catch (IOException e) { r += "outer" + await(p.get("e")); }
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
          try { if (i == 1) { await(p.get(i)); continue; } x += await(p.get(10)); }
          finally { x++; if (await(p.get(i)) == 1) break; }
        }
        try { return x + await(p.get(100)); }
        finally { x = await(p.get(7)); if (x == 8) return "never"; }
        """);
  }

  @Test
  void returnInFinally_swallowsFailures() {
    Shapes.check(
        """
        try { await(p.get(1)); throw new IllegalStateException("lost"); }
        finally { return await(p.get("kept")); }
        """);
  }

  @Test
  void resources_closeInReverse_andSuppress() {
    Shapes.check(
        """
        try (var a = p.resource("a"); var b = await(p.get(p.resource("b"))); var none = (Script.Resource) null) {
          p.say(await(a.read()));
          try (Script.Quiet q = p.quiet("q")) { p.say("in"); }
          if (await(p.get(true))) throw new IllegalStateException(await(b.read()));
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
        try { p.resource("d").close(); } finally { p.say("e"); }
        return "ok";
        """);
  }

  @Test
  void rethrow_andCatchAll_keepTheObject() {
    Shapes.check(
        """
        try { try { return await(p.failing(new FileNotFoundException("x"))); } catch (Throwable t) { p.say(await(p.get("t"))); throw t; } }
        catch (final Exception e) { p.say(e.getClass()); await(p.get(1)); throw e; }
        """);
  }

  @Test
  void nullReceiver_failsAfterTheAwait() {
    Shapes.check(
        """
        String s = await(p.get((String) null));
        try { return s.concat(await(p.get("x"))); } catch (NullPointerException e) { p.say("npe"); }
        int[] a = null;
        try { a[p.say(0)] = await(p.get(1)); } catch (NullPointerException e) { p.say("npe2"); }
        try { a[p.say(0)] += await(p.get(1)); } catch (NullPointerException e) { p.say("npe3"); }
        try { return new int[await(p.get(2))][await(p.get(-1))]; } catch (NegativeArraySizeException e) { p.say("neg"); }
        dev.weft.Future<String> none = null;
        try { return await(none); } catch (NullPointerException e) { p.say("npe4"); }
        boolean b = p.say(1) == 1 ? true : await(p.get((Boolean) null));
        return p.say(2) == 1 ? true : await(p.get((Boolean) null));
        """);
  }
}
