package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.AsyncBody;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.CompiledBody;
import dev.weft.codegen.RawFuture;
import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the weaver leaves, refuses, keeps and promises. */
final class ClassWeaverTest {

  private static final String IMPORTS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import java.util.*;
      import java.util.function.*;
      import java.io.*;
      """;

  private static SortedMap<String, byte[]> compile(String members, String... options) {
    return Sources.compile(
        Map.of("Host.java", IMPORTS + "public class Host {\n" + members + "\n}\n"), options);
  }

  private static Object call(Woven woven, String method, Object... arguments) throws Exception {
    var found =
        Arrays.stream(woven.loader().loadClass("Host").getDeclaredMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found.invoke(null, arguments);
  }

  private static final Context CONTEXT = Context.of(Waker.noop());

  @Test
  void contract_ofTheWeaver_isTheLibrarys() {
    assertThat(WeftNames.CONTRACT).isEqualTo(Codegen.VERSION);
  }

  @Test
  void sameClass_wovenTwice_givesTheSameBytes() {
    SortedMap<String, byte[]> plain =
        compile(
            "static Future<Object> f(Future<Integer> g, String s) { return async(() -> { List<Object> l ="
                + " new ArrayList<>(); for (int i = 0; i < 3; i++) { l.add(s + i + await(g)); } return l; }); }");
    Woven first = Woven.of(plain);
    Woven second = Woven.of(plain);
    assertThat(first.classes().keySet()).isEqualTo(second.classes().keySet());
    first
        .classes()
        .forEach((name, bytes) -> assertThat(bytes).isEqualTo(second.classes().get(name)));
  }

  @Test
  void wovenClass_wovenAgain_staysAsItIs() {
    Woven woven = Woven.of(compile("static AsyncBody<Integer> b = () -> 1;"));
    byte[] host = woven.classes().get("Host");
    WeaveResult again = new ClassWeaver().weave(host, WeaveOptions.of(TypeSource.NONE));
    assertThat(again.changed()).isFalse();
    assertThat(again.wovenBefore()).isTrue();
    assertThat(again.host()).isSameAs(host);
    assertThat(again.companions()).isEmpty();
  }

  @Test
  void classWithoutBlocks_woven_isTheSameArray() {
    byte[] host = compile("Runnable r = () -> {}; Supplier<String> s = \"x\"::trim;").get("Host");
    WeaveResult result = new ClassWeaver().weave(host, WeaveOptions.of(TypeSource.NONE));
    assertThat(result.host()).isSameAs(host);
    assertThat(result.changed() || result.wovenBefore()).isFalse();
  }

  @Test
  void methodReference_toABlock_isLeft() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                "static int m() { return 4; } static AsyncBody<Integer> b() { return Host::m; }"));
    assertThat(woven.blocks()).isEmpty();
    assertThat(call(woven, "b")).isNotInstanceOf(CompiledBody.class);
  }

  @Test
  void equalLambdas_mergedByJavac_keepWorking() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                "interface Other { String run() throws Exception; } static List<Object> all() { AsyncBody<String> a ="
                    + " () -> \"x\"; Other o = () -> \"x\"; AsyncBody<String> b = () -> \"x\"; return List.of(a, o, b); }"
                    + " static String other(Object o) throws Exception { return ((Other) o).run(); }",
                "-g:none"));
    List<?> all = (List<?>) call(woven, "all");
    assertThat(all.get(0)).isInstanceOf(CompiledBody.class);
    assertThat(all.get(1)).isNotInstanceOf(CompiledBody.class);
    assertThat(((AsyncBody<?>) all.get(0)).run()).isEqualTo("x");
    assertThat(((CompiledBody) all.get(2)).start(null).pollRaw(CONTEXT)).isEqualTo("x");
  }

  @Test
  void awaitInsideSynchronized_isRefusedWithItsLine() {
    Woven woven =
        Woven.of(
            compile(
                """
                static AsyncBody<Integer> good(Future<Integer> g) { return () -> await(g); }
                static AsyncBody<Integer> bad(Future<Integer> g) {
                  return () -> {
                    int n = await(g);
                    synchronized (g) {
                      n += 1;
                      n += await(g);
                    }
                    return n; }; }
                """));
    assertThat(woven.blocks()).hasSize(1);
    assertThat(woven.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.kind()).isEqualTo(WeaveProblem.Kind.AWAIT_IN_MONITOR);
              assertThat(problem.line()).isEqualTo(13);
            });
  }

  @Test
  void hugeBlock_overTheMethodLimit_isRefused() {
    String body = "s += await(g) + a * b + c;\n".repeat(2000);
    Woven woven =
        Woven.of(
            compile(
                "static AsyncBody<Long> b(Future<Long> g) { return () -> { long s = 0, a = 1, b = 2, c = 3;\n"
                    + body
                    + "return s; }; }"));
    assertThat(woven.blocks()).isEmpty();
    assertThat(woven.problems())
        .extracting(WeaveProblem::kind)
        .containsExactly(WeaveProblem.Kind.TOO_LARGE);
  }

  @Test
  void largeBlock_withFarJumps_worksAndIsAWarning() throws Exception {
    String body = "if (s >= 0) s += await(g) + a;\n".repeat(400);
    Woven woven =
        Woven.of(
            compile(
                "static Future<Long> b(Future<Integer> g) { return async(() -> { long s = 0, a = 1; for (int i = 0; i < 2; i++) {\n"
                    + body
                    + "} return s; }); }"));
    assertThat(woven.problems())
        .extracting(WeaveProblem::kind)
        .containsExactly(WeaveProblem.Kind.NOT_JIT_COMPILED);
    assertThat(woven.blocks().getFirst().bytecodeAfter()).isGreaterThan(33_000);
    var block = (Future<?>) call(woven, "b", new Often(1));
    assertThat(run(block)).isEqualTo(6400L);
  }

  @Test
  void suspendedBlock_tellsItsLine() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                """
                static Future<Integer> b(Future<Integer> g) {
                  return async(() -> {
                    int n = await(g);

                    n += await(g);
                    return n;
                  }); }
                """));
    var block = (AsyncState<?>) call(woven, "b", new Often(1));
    assertThat(block.location()).isNull();
    assertThat(block.pollRaw(CONTEXT)).isSameAs(RawFuture.PENDING);
    assertThat(block.location()).hasToString("Host.lambda$b$0(Host.java:9)");
    assertThat(block.pollRaw(CONTEXT)).isSameAs(RawFuture.PENDING);
    assertThat(block.location()).hasToString("Host.lambda$b$0(Host.java:11)");
    assertThat(block).hasToString("async block in Host");
  }

  @Test
  void exception_fromABlock_showsMethodAndLine() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                """
                static Future<Integer> b(Future<Integer> g) {
                  return async(() -> {
                    int n = await(g);
                    return n / 0;
                  }); }
                """));
    var block = (Future<?>) call(woven, "b", new Often(1));
    Throwable failure = catchThrowable(() -> run(block));
    assertThat(failure).isInstanceOf(ArithmeticException.class);
    assertThat(failure.getStackTrace()[0]).hasToString("Host.lambda$b$0(Host.java:10)");
    var failing = (Future<?>) call(woven, "b", new Failing());
    assertThat(
            Arrays.stream(catchThrowable(() -> run(failing)).getStackTrace()).map(Object::toString))
        .contains("Host.lambda$b$0(Host.java:9)");
  }

  @Test
  void serializableBlock_survivesATrip() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                "interface SB<T> extends AsyncBody<T>, Serializable {} static Object b(int k, long l, String s) {"
                    + " return (AsyncBody<String> & Serializable & Cloneable) () -> s + k + l; }"));
    Object body = call(woven, "b", 1, 2L, "s");
    assertThat(body).isInstanceOf(CompiledBody.class).isInstanceOf(Cloneable.class);
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(body);
    }
    ClassLoader loader = body.getClass().getClassLoader();
    Object copy;
    try (var in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
            return Class.forName(type.getName(), false, loader);
          }
        }) {
      copy = in.readObject();
    }
    assertThat(copy).isInstanceOf(CompiledBody.class).isNotSameAs(body);
    assertThat(((CompiledBody) copy).start(null).pollRaw(CONTEXT)).isEqualTo("s12");
  }

  @Test
  void annotatedInterface_ofTheUser_isFoundThroughTypes() throws Exception {
    SortedMap<String, byte[]> plain =
        compile(
            """
            @AsyncLambda interface Handler { int handle(long argument) throws Exception; }
            @AsyncLambda interface Two { int handle(long a, int b) throws Exception; }
            static Handler h(Future<Integer> g) { return a -> await(g) + (int) a; }
            static Two t() { return (a, b) -> b; }
            """);
    Woven woven = Woven.of(plain);
    assertThat(woven.blocks()).hasSize(1);
    Object handler = call(woven, "h", new Often(1));
    assertThat(run(((CompiledBody) handler).start(4L))).isEqualTo(11);
    var direct = handler.getClass().getMethod("handle", long.class);
    direct.setAccessible(true);
    assertThat(direct.invoke(handler, 5L)).isEqualTo(12);
  }

  @Test
  void blockWithArgument_startedTwice_runsIndependently() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                "static AsyncFunction<String, String> f(Future<Integer> g) { return s -> { s += await(g); return s + await(g); }; }"));
    var body = (CompiledBody) call(woven, "f", new Often(2));
    AsyncState<?> first = body.start("a");
    AsyncState<?> second = body.start("b");
    assertThat(first.pollRaw(CONTEXT)).isSameAs(RawFuture.PENDING);
    assertThat(run(second)).isEqualTo("b77");
    assertThat(run(first)).isEqualTo("a77");
    assertThatThrownBy(() -> first.pollRaw(CONTEXT)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void deadVariables_overASuspension_areCollectable() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                """
                static Future<Integer> b(Future<Integer> g, List<Object> weak) {
                  byte[] captured = new byte[1];
                  weak.add(new java.lang.ref.WeakReference<>(captured));
                  return async(() -> {
                    byte[] own = new byte[captured.length];
                    weak.add(new java.lang.ref.WeakReference<>(own));
                    int n = own.length + await(g);
                    own = new byte[2];
                    n += await(g);
                    return n + own.length;
                  }); }
                """));
    var weak = new java.util.ArrayList<Object>();
    var block = (AsyncState<?>) call(woven, "b", new Often(1), weak);
    assertThat(block.pollRaw(CONTEXT)).isSameAs(RawFuture.PENDING);
    for (Object each : weak) {
      assertCollected((WeakReference<?>) each);
    }
    assertThat(run(block)).isEqualTo(17);
  }

  private static void assertCollected(WeakReference<?> reference) {
    for (int i = 0; i < 20 && reference.get() != null; i++) {
      System.gc();
    }
    assertThat(reference.get()).isNull();
  }

  @Test
  void millionReadyAwaits_useNoStackOrHeap() throws Exception {
    Woven woven =
        Woven.of(
            compile(
                "static Future<Long> b(Future<Integer> g) { return async(() -> { long s = 0; for (int i = 0; i < 1000000; i++) s += await(g); return s; }); }"));
    assertThat(run((Future<?>) call(woven, "b", new Often(0)))).isEqualTo(7_000_000L);
  }

  @Test
  void slots_ofAllAwaits_areShared() {
    Woven woven =
        Woven.of(
            compile(
                """
                static Future<Object> b(Future<Integer> g) { return async(() -> {
                  { int a = await(g), b = 2; String s = "s" + a; await(g); g.toString(); s += a + b; s.length(); }
                  { int c = await(g), d = 4, e = 5; Object t = c; await(g); t.hashCode(); return c + d + e; } }); }
                """));
    BlockFacts facts = woven.blocks().getFirst();
    assertThat(facts.slots()).isEqualTo(new SlotCounts(1, 3, 0, 0, 0));
    assertThat(facts.states()).isEqualTo(4);
    assertThat(facts.objectBytes()).isEqualTo(40);
  }

  @Test
  void loops_withAwaits_stayReducible() {
    Woven woven =
        Woven.of(
            compile(
                """
                static Future<Object> b(Future<Integer> g) { return async(() -> {
                  int n = 0;
                  a: for (int i = 0; i < 3; i++) {
                    n += await(g);
                    for (long j = 0; j < 3; j++) { n += await(g); while (await(g) > n) { n += await(g); if (n == 7) continue a; } }
                    do { try { n += await(g); } catch (IOException e) { n -= await(g); continue; } finally { await(g); } } while (n < 3);
                    for (int k = 0; k < 5; k++) n += k;
                  }
                  return n; }); }
                """));
    var model = ClassFile.of().parse(woven.classes().get("Host"));
    for (MethodModel method : model.methods()) {
      if (method.methodType().stringValue().contains("Context")) {
        assertReducible(new Graph(new MethodCode(method)));
      }
    }
  }

  /** Every jump back in a depth-first walk leads to an instruction that dominates it. */
  private static void assertReducible(Graph graph) {
    var dominators = new Dominators(graph);
    walk(graph, 0, new BitSet(), new BitSet(), dominators);
  }

  private static void walk(
      Graph graph, int index, BitSet seen, BitSet path, Dominators dominators) {
    seen.set(index);
    path.set(index);
    for (int next : graph.next(index)) {
      if (path.get(next)) {
        assertThat(dominators.dominates(next, index)).isTrue();
      } else if (!seen.get(next)) {
        walk(graph, next, seen, path, dominators);
      }
    }
    for (int next : graph.handlers(index)) {
      if (!path.get(next) && !seen.get(next)) {
        walk(graph, next, seen, path, dominators);
      }
    }
    path.clear(index);
  }

  @Test
  void debugTables_areMovedAlong() {
    Woven woven =
        Woven.of(
            compile(
                "static Future<Object> b(Future<Integer> g) { return async(() -> { List<String> names = new ArrayList<>();"
                    + " long n = await(g); names.add(\"x\" + n); return names; }); }",
                "-g"));
    var model = ClassFile.of().parse(woven.classes().get("Host"));
    var code =
        model.methods().stream()
            .filter(method -> method.methodType().stringValue().contains("Context"))
            .findFirst()
            .orElseThrow()
            .findAttribute(Attributes.code())
            .orElseThrow();
    assertThat(
            code
                .findAttribute(Attributes.localVariableTable())
                .orElseThrow()
                .localVariables()
                .stream()
                .map(each -> each.name().stringValue() + each.slot())
                .collect(Collectors.toList()))
        .containsExactly("g2", "names3", "n4");
    assertThat(
            code.findAttribute(Attributes.localVariableTypeTable())
                .orElseThrow()
                .localVariableTypes())
        .hasSize(1);
  }

  private static Object run(Future<?> block) throws Exception {
    while (true) {
      if (block.poll(CONTEXT) instanceof Poll.Ready<?>(Object value)) {
        return value;
      }
    }
  }

  /** Yields 7 again and again, each time after being pending so often. */
  private static final class Often extends RawFuture<Object> {
    private final int pending;
    private int left;

    Often(int pending) {
      this.pending = pending;
      left = pending;
    }

    @Override
    public Object pollRaw(Context cx) {
      if (left-- > 0) {
        cx.waker().wake();
        return PENDING;
      }
      left = pending;
      return 7;
    }

    @Override
    public boolean claim() {
      return true;
    }
  }

  private static final class Failing extends RawFuture<Object> {
    private boolean polled;

    @Override
    public Object pollRaw(Context cx) {
      if (!polled) {
        polled = true;
        return PENDING;
      }
      throw new IllegalStateException();
    }

    @Override
    public boolean claim() {
      return true;
    }
  }
}
