package dev.weft.compiler.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codegen.LogicalFrames;
import dev.weft.compiler.Javac;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which awaits the trace of a failure shows, and in which order (S102). */
@Tag("stackful")
public final class LogicalFramesTest {

  private static final String SOURCE =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;

      public class Traced {
        static Future<Void> failing() {
          return async(() -> {
            await(yieldNow());
            throw new java.io.IOException("here"); // thrown
          });
        }

        static Future<Void> inner(Future<Void> awaited) {
          return async(() -> {
            await(yieldNow());
            await(awaited); // inner
          });
        }

        static Future<Void> outer(Future<Void> awaited) {
          return async(() -> await(inner(awaited))); // outer
        }

        static Future<Void> onItsOwnThread() {
          return stackful(() -> await(failing())); // thread
        }

        public static Future<Void> chain() { return outer(failing()); }
        public static Future<Void> task(Weft weft) { return outer(weft.spawn(failing())); }
        public static Future<Void> foreign(Exception failure) {
          return outer(cx -> { throw failure; });
        }
        public static Future<Void> threads() { return outer(onItsOwnThread()); }
      }
      """;

  @TempDir private Path folder;
  private final Weft weft = Weft.create();

  @AfterEach
  void close() {
    weft.close();
  }

  private Throwable failure(String method, Object... arguments) throws Exception {
    Path classes = Javac.weft(folder).compile("Traced.java", SOURCE).folder();
    return failure(classes, method, arguments);
  }

  private Throwable failure(Path classes, String method, Object... arguments) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Class<?> type = loader.loadClass("Traced");
      for (var candidate : type.getMethods()) {
        if (candidate.getName().equals(method)) {
          Future<?> future = (Future<?>) candidate.invoke(null, arguments);
          return catchThrowable(() -> weft.blockOn(future));
        }
      }
      throw new AssertionError(method);
    } catch (InvocationTargetException wrong) {
      throw new AssertionError(wrong.getCause());
    }
  }

  /** The marks at the ends of the source lines that a trace shows, and where its mark stands. */
  private static List<String> lines(Throwable failure) {
    List<String> text = SOURCE.lines().toList();
    return Arrays.stream(failure.getStackTrace())
        .filter(
            frame ->
                frame.equals(LogicalFrames.MARK)
                    || ("Traced.java".equals(frame.getFileName()) && frame.getLineNumber() > 0))
        .map(
            frame ->
                frame.equals(LogicalFrames.MARK)
                    ? "--"
                    : text.get(frame.getLineNumber() - 1).replaceAll(".*// ", ""))
        .filter(line -> !line.contains("public static"))
        .toList();
  }

  @Test
  void failure_ofABlockInAChain_hasAllAwaitsPhysically() throws Exception {
    assertThat(lines(failure("chain"))).containsExactly("thrown", "inner", "outer");
  }

  @Test
  void failure_ofAnotherTask_getsTheAwaitsOfItsAwaiterBehindItsOwn() throws Exception {
    Throwable failure = failure("task", weft);
    assertThat(lines(failure)).containsExactly("thrown", "--", "inner", "outer");
    assertThat(failure.getStackTrace()).contains(LogicalFrames.MARK);
    assertThat(LogicalFrames.MARK).hasToString("dev.weft.Async.await(logical frames)");
  }

  @Test
  void failure_madeElsewhere_keepsItsFramesFirstAndUnchanged() throws Exception {
    var made = new IOException("elsewhere");
    StackTraceElement[] physical = made.getStackTrace();
    assertThat(failure("foreign", made)).isSameAs(made);
    assertThat(made.getStackTrace()).startsWith(physical);
    assertThat(made.getStackTrace()[physical.length]).isEqualTo(LogicalFrames.MARK);
    assertThat(lines(made)).containsExactly("--", "inner", "outer");
  }

  @Test
  void failure_deliveredAgain_isCompletedOnce() throws Exception {
    var made = new IOException("shared");
    assertThat(failure("foreign", made)).isSameAs(made);
    StackTraceElement[] once = made.getStackTrace();
    assertThat(failure("foreign", made)).isSameAs(made);
    assertThat(made.getStackTrace()).isEqualTo(once);
  }

  @Test
  void failure_withoutWritableTrace_isLeftAlone() throws Exception {
    var made =
        new Exception("no trace", null, false, false) {
          private static final long serialVersionUID = 1;
        };
    assertThat(failure("foreign", made)).isSameAs(made);
    assertThat(made.getStackTrace()).isEmpty();
  }

  @Test
  void failure_whoseTraceMethodsThrow_isDeliveredAllTheSame() throws Exception {
    var made =
        new Exception("odd") {
          private static final long serialVersionUID = 1;

          @Override
          public void setStackTrace(StackTraceElement[] trace) {
            throw new UnsupportedOperationException();
          }
        };
    assertThat(failure("foreign", made)).isSameAs(made);
  }

  @Test
  void failure_outOfAStackfulBlock_getsTheAwaitOnItsThread() throws Exception {
    // The blocks around were on the stack of the poll; only the thread between them was not.
    assertThat(lines(failure("threads")))
        .containsExactly("thrown", "inner", "outer", "--", "thread");
  }

  @Test
  void failure_throughStackfulBlocksOnly_hasTheSameAwaits() throws Exception {
    Path plain = Javac.plain(folder).compile("Traced.java", SOURCE).folder();
    assertThat(lines(failure(plain, "chain"))).containsExactly("thrown", "--", "inner", "outer");
    assertThat(lines(failure(plain, "task", weft)))
        .containsExactly("thrown", "--", "inner", "outer");
    assertThat(lines(failure(plain, "threads")))
        .containsExactly("thrown", "--", "thread", "inner", "outer");
  }
}
