package dev.weft.compiler.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.Javac;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Break points and steps in a compiled block (S100). */
public final class DebuggerTest {

  private static final String SOURCE =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;

      public class Main {
        static boolean pend;

        static Future<Integer> value(int n) {
          boolean[] asked = {!pend};
          return cx -> {
            if (asked[0]) return Poll.ready(n);
            asked[0] = true;
            cx.waker().wake();
            return Poll.pending();
          };
        }

        static Future<Integer> sum() {
          return async(() -> {
            int a = await(value(1));
            int b = await(value(2)) + a;
            for (int i = 0; i < 2; i++) {
              b += await(value(10));
            }
            return a + b;
          });
        }

        public static void main(String[] args) throws Exception {
          pend = Boolean.getBoolean("pend");
          try (Weft weft = Weft.create()) {
            weft.blockOn(sum());
          }
        }
      }
      """;

  private static final int FIRST = 19;

  @TempDir private Path folder;

  private List<Debuggee.Stop> run(String source, List<Integer> lines, boolean stepping)
      throws Exception {
    Path classes = Javac.weft(folder).with("-g").compile("Main.java", source).folder();
    String classPath = classes + File.pathSeparator + Javac.library();
    return Debuggee.run(classPath, folder, "Main", lines, stepping);
  }

  @Test
  void breakpoints_inLinesThatAwaitPendingFutures_stopThereAndWhenTheyAreResumed()
      throws Exception {
    String pending = SOURCE.replace("Boolean.getBoolean(\"pend\")", "true");
    List<Debuggee.Stop> stops =
        run(pending, List.of(FIRST, FIRST + 1, FIRST + 3, FIRST + 5), false);
    assertThat(stops)
        .extracting(Debuggee.Stop::line)
        .containsExactly(
            FIRST, FIRST, FIRST + 1, FIRST + 1, FIRST + 3, FIRST + 3, FIRST + 3, FIRST + 3,
            FIRST + 5);
    assertThat(stops.get(2).locals()).containsEntry("a", "1").doesNotContainKey("b");
    assertThat(stops.get(4).locals())
        .containsEntry("a", "1")
        .containsEntry("b", "3")
        .containsEntry("i", "0");
    assertThat(stops.getLast().locals()).containsEntry("a", "1").containsEntry("b", "23");
  }

  @Test
  void steps_overReadyAwaits_stopOncePerLine() throws Exception {
    List<Debuggee.Stop> stops = run(SOURCE, List.of(FIRST), true);
    assertThat(stops)
        .extracting(Debuggee.Stop::line)
        .startsWith(
            FIRST, FIRST + 1, FIRST + 2, FIRST + 3, FIRST + 2, FIRST + 3, FIRST + 2, FIRST + 5);
    assertThat(stops.getLast().locals()).containsEntry("b", "23");
  }
}
