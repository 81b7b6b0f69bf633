package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.testkit.Shapes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files of Eclipse's compiler, whose lambdas, switches and finally blocks look different. */
final class EcjTest {

  @TempDir Path folder;

  private void check(String members, String statements) throws IOException {
    Path source = folder.resolve("Shape.java");
    Files.writeString(source, Shapes.source(members, statements));
    Path classes = folder.resolve("classes");
    var messages = new StringWriter();
    boolean compiled =
        BatchCompiler.compile(
            new String[] {
              "--release",
              "25",
              "-proc:none",
              "-nowarn",
              "-g",
              "-cp",
              System.getProperty("java.class.path"),
              "-d",
              classes.toString(),
              source.toString()
            },
            new PrintWriter(messages),
            new PrintWriter(messages),
            null);
    assertThat(compiled).as(messages.toString()).isTrue();
    var files = new TreeMap<String, byte[]>();
    try (Stream<Path> all = Files.list(classes)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        files.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
      }
    }
    Shapes.check(files);
  }

  @Test
  void expressions_ofEcj_areTheSame() throws Exception {
    check(
        "record A(Object a, Object b, long c) {}",
        """
        int[] a = {1, 2, 3, 4}; int i = 0;
        a[i++] += await(p.get(10)); a[1] += 2 + (a[3] += await(p.get(5)));
        String s = "q"; s += await(p.get(null));
        Object o = new A(new A(p.say(1), await(p.get(2)), 3), await(p.get(true)) ? await(p.get("y")) : "n", p.say(4L) + await(p.get(5L)));
        Object q = new A(p.say("x"), switch (await(p.get(2))) { case 1 -> "one"; case 2 -> await(p.get("two")); default -> "many"; }, 1);
        return s + i + Arrays.toString(a) + o + q;
        """);
  }

  @Test
  void loopsAndSwitches_ofEcj_areTheSame() throws Exception {
    check(
        "enum E { A, B } sealed interface S permits R, Q {} record R(Object a, int b) implements S {} record Q(S inner) implements S {}",
        """
        String r = "";
        outer: for (int i = 0; i < 3; i++) {
          for (String t : List.of("x", "y")) { if (await(p.get(i)) == 1) continue outer; r += await(p.get(t)); }
          do { r += await(p.get(i)); } while (r.length() < 4);
          switch (await(p.get("k" + i))) { case "k0": r += await(p.get("z")); case "k1": r += "one"; break; default: r += "d"; }
          r += switch (await(p.get(E.values()[i % 2]))) { case A -> await(p.get(1)); case B -> 2; };
          S s = i == 0 ? new R("x", 1) : new Q(new R(null, i));
          r += switch (await(p.get(s))) { case R(String x, int b) when await(p.get(b)) == 2 -> "never"; case R(var x, var b) -> "r" + x; case Q q -> "q" + await(p.get(q)); };
        }
        return r;
        """);
  }

  @Test
  void exceptions_ofEcj_areTheSame() throws Exception {
    check(
        "static class Sub { private int n = 1; Future<Integer> go(Script p) { return async(() -> n += await(p.get(2))); } }",
        """
        String r = "";
        try (var a = p.resource("a"); var b = await(p.get(p.resource("b")))) { r += await(a.read()) + await(b.read()); }
        catch (IOException | IllegalStateException e) { r += p.say(e.getSuppressed().length) + await(p.get("c")); }
        finally { p.say("fin"); r += await(p.get("f")); }
        int x = 1;
        for (int i = 0; i < 2; i++) { try { x++; if (await(p.get(i)) == 0) continue; x = 9; } finally { await(p.get(x)); } }
        Object lock = r; synchronized (lock) { x++; }
        return r + x + await(new Sub().go(p));
        """);
  }
}
