package dev.weft.compiler.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.CompiledBody;
import dev.weft.codegen.RawFuture;
import dev.weft.compiler.Forked;
import dev.weft.compiler.Javac;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shapes that are about memory, threads, or code that was compiled differently. */
@Tag("stackful")
final class SpecialShapesTest {

  private static final int MILLION = 1_000_000;
  private static final long SMALL_STACK = 160 * 1024;

  @TempDir private static Path folder;
  private static Class<?> woven;
  private static Class<?> plain;

  private final TestTask task = new TestTask();

  @BeforeAll
  static void compile() throws Exception {
    String source = Javac.resource("/shapes/Special.java");
    woven = load(Javac.weft(folder.resolve("woven")), source);
    plain = load(Javac.plain(folder.resolve("plain")), source);
  }

  private static Class<?> load(Javac javac, String source) throws Exception {
    Path classes = javac.compile("Special.java", source).folder();
    return new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, SpecialShapesTest.class.getClassLoader())
        .loadClass("shapes.Special");
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller knows the method
  private static <T> T call(Class<?> program, String method, Object... arguments) throws Exception {
    for (var candidate : program.getMethods()) {
      if (candidate.getName().equals(method)) {
        try {
          return (T) candidate.invoke(null, arguments);
        } catch (InvocationTargetException failure) {
          throw new AssertionError(failure.getCause());
        }
      }
    }
    throw new AssertionError(method);
  }

  private <T> Future<T> stackless(String method, Object... arguments) throws Exception {
    AsyncBody<T> body = call(woven, method, arguments);
    assertThat(body).isInstanceOf(CompiledBody.class);
    return Async.async(body);
  }

  private static void onSmallStack(Runner runner) throws Exception {
    var failure = new AtomicReference<Throwable>();
    var thread =
        new Thread(
            null,
            () -> {
              try {
                runner.run();
              } catch (Throwable thrown) {
                failure.set(thrown);
              }
            },
            "small stack",
            SMALL_STACK);
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }

  private interface Runner {
    void run() throws Exception;
  }

  /** S46. */
  @Test
  void millionAwaits_ofReadyFutures_needNoStack() throws Exception {
    Future<Integer> one = _ -> Poll.ready(1);
    Future<Long> block = stackless("many", MILLION, new Future<?>[] {one});
    onSmallStack(() -> assertThat(task.ready(block)).isEqualTo((long) MILLION));
  }

  /** S46. */
  @Test
  void millionAwaits_ofPendingFutures_needNoStack() throws Exception {
    int[] polls = {0};
    Future<Integer> everyOther =
        cx -> {
          if (polls[0]++ % 2 == 0) {
            cx.waker().wake();
            return Poll.pending();
          }
          return Poll.ready(1);
        };
    Future<Long> block = stackless("many", MILLION, new Future<?>[] {everyOther});
    onSmallStack(() -> assertThat(task.run(block)).isEqualTo((long) MILLION));
  }

  private static boolean isCollected(WeakReference<Object> reference) throws Exception {
    for (int i = 0; i < 50 && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }

  /** S78. */
  @Test
  void deadVariable_whileSuspended_isCollected() throws Exception {
    var seen = new ArrayList<WeakReference<Object>>();
    var event = new Futures.Event<Integer>();
    Future<Integer> block = stackless("dead", seen, event);
    task.pending(block);
    assertThat(isCollected(seen.getFirst())).isTrue();
    event.complete(0);
    assertThat(task.ready(block)).isEqualTo(1 << 16);
  }

  /** S78. */
  @Test
  void deadCapture_whileSuspended_isCollected() throws Exception {
    var seen = new ArrayList<WeakReference<Object>>();
    var event = new Futures.Event<Integer>();
    Future<Integer> block = stackless("deadCapture", new byte[1 << 16], seen, event);
    task.pending(block);
    assertThat(isCollected(seen.getFirst())).isTrue();
    event.complete(0);
    assertThat(task.ready(block)).isEqualTo(1);
  }

  /** S78. */
  @Test
  void usedResult_whileSuspended_isCollected() throws Exception {
    var seen = new ArrayList<WeakReference<Object>>();
    var event = new Futures.Event<Integer>();
    Future<Integer> block =
        stackless("result", Futures.after(1, () -> new byte[1 << 16]), seen, event);
    task.pending(block);
    task.pending(block);
    assertThat(isCollected(seen.getFirst())).isTrue();
    event.complete(0);
    assertThat(task.ready(block)).isEqualTo(1);
  }

  /** S79. */
  @Test
  void variableOfHandler_whileSuspended_isKept() throws Exception {
    var seen = new ArrayList<WeakReference<Object>>();
    Future<Integer> block =
        stackless(
            "inHandler",
            seen,
            Futures.after(
                1,
                () -> {
                  throw new IOException("late");
                }));
    task.pending(block);
    System.gc();
    assertThat(seen.getFirst().get()).isNotNull();
    assertThat(task.ready(block)).isEqualTo(1 << 16);
  }

  /** S80. */
  @Test
  void reassignedVariable_whileSuspended_keepsNotTheOldValue() throws Exception {
    var seen = new ArrayList<WeakReference<Object>>();
    var event = new Futures.Event<Integer>();
    Future<Integer> block = stackless("reassigned", seen, event);
    task.pending(block);
    assertThat(isCollected(seen.getFirst())).isTrue();
    event.complete(0);
    assertThat(task.ready(block)).isEqualTo(1);
  }

  /** S81 and S82: what can't be compiled works on the other backend. */
  @Test
  void monitorsAndLocks_heldByStackfulBlocks_work() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<Integer> monitor = call(woven, "monitor", Futures.after(3, () -> 41));
      Future<Integer> lock = call(woven, "lock", Futures.after(3, () -> 41));
      assertThat(weft.blockOn(monitor)).isEqualTo(42);
      assertThat(weft.blockOn(lock)).isEqualTo(42);
    }
  }

  /** S91. */
  @Test
  void block_polledAfterItsEnd_isRefused() throws Exception {
    Future<Object> block = stackless("awaits", Futures.ready(() -> 1));
    assertThat(task.ready(block)).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(block))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after it had completed");
  }

  /** S102. */
  @Test
  void location_ofASuspendedBlock_isTheLineOfItsAwait() throws Exception {
    var event = new Futures.Event<Integer>();
    RawFuture<Object> block = RawFuture.own(stackless("awaits", event));
    task.pending(block);
    assertThat(block.location()).isNotNull();
    assertThat(block.location().getFileName()).isEqualTo("Special.java");
    String line =
        Javac.resource("/shapes/Special.java")
            .lines()
            .toList()
            .get(block.location().getLineNumber() - 1);
    assertThat(line).isEqualTo("    return () -> await(other);");
  }

  @Test
  void blocks_compiledAndNot_awaitEachOther() throws Exception {
    AsyncBody<Object> inner = call(plain, "awaits", Futures.after(2, () -> "deep"));
    AsyncBody<Object> middle = call(woven, "awaits", Async.async(inner));
    AsyncBody<Object> outer = call(plain, "awaits", Async.async(middle));
    AsyncBody<Object> top = call(woven, "awaits", Async.async(outer));
    assertThat(Async.async(top)).isInstanceOf(AsyncState.class);
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(Async.async(top))).isEqualTo("deep");
    }
  }

  @Test
  void blockWithArgument_onARuntime_isTheSameOnBothBackends() throws Exception {
    try (Weft weft = Weft.create()) {
      Future<Integer> compiled = call(woven, "scoped", 10);
      Future<Integer> uncompiled = call(plain, "scoped", 10);
      assertThat(weft.blockOn(compiled)).isEqualTo(55);
      assertThat(weft.blockOn(uncompiled)).isEqualTo(55);
    }
  }

  /** S40. */
  @Test
  void primitivePatterns_ofThePreview_areCompiled() throws Exception {
    Files.writeString(
        folder.resolve("Preview.java"),
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        public class Preview {
          public static void main(String[] args) throws Exception {
            AsyncBody<String> body = () -> {
              String s = "";
              for (int i : new int[] {5, 300}) {
                s += switch ((int) await(async(() -> i))) {
                  case byte b when await(async(() -> b > 4)) -> "byte" + b;
                  case int n -> "int" + await(async(() -> n));
                };
              }
              return s;
            };
            try (Weft weft = Weft.create()) {
              System.out.println((body instanceof dev.weft.codegen.CompiledBody)
                  + weft.blockOn(async(body)));
            }
          }
        }
        """);
    String classPath = "preview" + java.io.File.pathSeparator + Javac.library();
    Forked.Result compiled =
        Forked.javac(
            folder,
            "--enable-preview",
            "--release",
            "25",
            "-processorpath",
            Javac.plugin().toString(),
            "-cp",
            Javac.library().toString(),
            "-d",
            "preview",
            "Preview.java");
    assertThat(compiled.code()).as(compiled.output()).isZero();
    assertThat(Forked.run(folder, "java", "--enable-preview", "-cp", classPath, "Preview"))
        .isEqualTo(new Forked.Result(0, "truebyte5int300\n"));
  }
}
