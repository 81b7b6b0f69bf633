package dev.weft.compiler.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.compiler.Javac;
import dev.weft.testkit.Futures;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S78 to S80 for what blocks have captured: a suspended block keeps what it still needs alone. */
@Tag("stackful")
final class CapturedValuesTest {

  private static final int MOST_COLLECTIONS = 200;

  private static final String SOURCE =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import java.lang.ref.WeakReference;
      import java.util.*;
      public class Captured {
        private int size;
        static void note(Object object, List<Object> seen) { seen.add(new WeakReference<>(object)); }
        static byte[] big(List<Object> seen) {
          byte[] big = new byte[1 << 16];
          note(big, seen);
          return big;
        }
        Future<Integer> own(List<Object> seen, Future<?> f) {
          note(this, seen);
          return async(() -> { int n = size; await(f); return n; });
        }

        public static Future<Integer> receiver(List<Object> seen, Future<?> f) {
          return new Captured().own(seen, f);
        }
        public static Future<Integer> beforeALoop(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          return async(() -> {
            int n = big.length - (1 << 16);
            while (n == 0) { await(f); n++; }
            return n - 1;
          });
        }
        public static Future<Integer> asArgument(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          return async(() -> { await(drop(big, f)); return 0; });
        }
        static Future<?> drop(byte[] big, Future<?> f) { return f; }
        public static Future<Integer> byTheBlockWithin(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          return async(() -> await(async(() -> { int n = big.length; await(f); return n >> 20; })));
        }
        public static Future<Integer> throughAVariable(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          AsyncBody<Integer> body = () -> { int n = big.length; await(f); return n >> 20; };
          return async(body);
        }
        public static Future<Integer> afterAReadyAwait(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          return async(() -> {
            int n = await(async(() -> 0));
            if (n == 0) { n = big.length >> 20; }
            await(f);
            return n;
          });
        }
        public static Future<Integer> ofAScope(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          return scope(s -> { int n = big.length; await(f); return n >> 20; });
        }
        public static Future<Integer> ofABranchThatEnded(List<Object> seen, Future<?> f) {
          byte[] big = big(seen);
          Future<Integer> ended = async(() -> big.length >> 20);
          return async(() -> await(join(ended, f)).first());
        }
        public static Future<Integer> reassigned(List<Object> seen, Future<?> f) {
          byte[] first = big(seen);
          return async(() -> {
            byte[] now = first;
            int n = now.length >> 20;
            now = new byte[0];
            await(f);
            return n + now.length;
          });
        }
      }
      """;

  @TempDir private static Path folder;
  private static Class<?> woven;

  private final Weft weft =
      Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build(); // for scopes
  private final TestTask task = new TestTask(new TestServices(new ManualClock()).runtime(weft));

  @AfterEach
  void close() {
    weft.close();
  }

  @BeforeAll
  static void compile() throws Exception {
    Path classes = Javac.weft(folder).compile("Captured.java", SOURCE).folder();
    woven =
        new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, CapturedValuesTest.class.getClassLoader())
            .loadClass("Captured");
  }

  @SuppressWarnings("unchecked") // all methods are alike
  private static Future<Integer> block(String method, List<Object> seen, Future<?> awaited)
      throws Exception {
    return (Future<Integer>)
        woven.getMethod(method, List.class, Future.class).invoke(null, seen, awaited);
  }

  private static boolean isCollected(WeakReference<?> reference) {
    for (int i = 0; i < MOST_COLLECTIONS && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "receiver",
        "beforeALoop",
        "asArgument",
        "byTheBlockWithin",
        "throughAVariable",
        "afterAReadyAwait",
        "ofAScope",
        "ofABranchThatEnded",
        "reassigned"
      })
  void capturedValue_whileSuspendedAfterItsLastUse_isCollected(String method) throws Exception {
    var seen = new ArrayList<Object>();
    var event = new Futures.Event<Integer>();
    Future<Integer> block = block(method, seen, event);
    task.pending(block);
    assertThat(isCollected((WeakReference<?>) seen.getFirst())).isTrue();
    event.complete(0);
    assertThat(task.run(block)).isEqualTo(0);
  }
}
