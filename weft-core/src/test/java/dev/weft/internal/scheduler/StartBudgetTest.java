package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What a process loads from the start of a runtime to the end of its first task. The time that this
 * takes is mostly that of loading classes, so they are counted in place of it: the count is the
 * same on a busy machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class StartBudgetTest {

  /**
   * Each class takes about a quarter of a millisecond, a tenth of which is left with an AOT cache.
   * Which of the monitor's classes are loaded before the first task ends is a matter of chance;
   * they are in the number.
   */
  private static final int WEFT_CLASSES = 127;

  private static final String DONE = "first task done";

  private List<String> loaded = List.of();

  /** The program: no lambda of its own. */
  static final class FirstTask implements Future<Void> {

    @Override
    public Poll<Void> poll(Context cx) {
      return Poll.ready(null);
    }

    public static void main(String[] args) throws Exception {
      try (Weft weft = Weft.builder().workers(2).build()) {
        weft.blockOn(weft.spawn(new FirstTask()));
        System.out.println(DONE);
      }
    }
  }

  @BeforeAll
  void runTheProgram() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:stdout:none",
                "-cp",
                System.getProperty("java.class.path"),
                FirstTask.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = jvm.inputReader()) {
      List<String> all = lines.lines().toList();
      assertThat(jvm.waitFor()).as("%s", all).isZero();
      loaded = names(all);
    } finally {
      jvm.destroyForcibly();
    }
  }

  /** Lines are {@code NAME source: WHERE}. */
  private static List<String> names(List<String> lines) {
    var names = new ArrayList<String>();
    boolean begun = false;
    for (String line : lines) {
      if (line.equals(DONE)) {
        assertThat(names).contains("dev.weft.Weft", FirstTask.class.getName());
        return names;
      }
      begun |= line.startsWith(FirstTask.class.getName() + " ");
      if (begun) {
        names.add(line.substring(0, Math.max(0, line.indexOf(' '))));
      }
    }
    throw new AssertionError("The program did not say '" + DONE + "': " + lines);
  }

  @Test
  void firstTask_spinsNoClass() {
    assertThat(loaded)
        .as(
            "Classes made at run time: by a lambda or a method reference on the way to the first"
                + " task, or, as String$$StringConcat, by a build without -XDstringConcat=inline")
        .noneMatch(name -> name.contains("/0x"));
  }

  @Test
  void firstTask_needsNoLoggerSelectorServiceLoaderOrRecorder() {
    assertThat(loaded)
        .noneMatch(name -> name.startsWith("java.util.ServiceLoader"))
        .noneMatch(name -> name.startsWith("java.lang.System$Logger"))
        .noneMatch(name -> name.startsWith("jdk.internal.logger."))
        .noneMatch(name -> name.startsWith("java.util.logging."))
        .noneMatch(name -> name.startsWith("java.util.stream."))
        .noneMatch(name -> name.startsWith("sun.nio.ch.SelectorImpl"))
        .noneMatch(name -> name.startsWith("jdk.jfr.internal."))
        .noneMatch(name -> name.equals("dev.weft.internal.scheduler.JfrEvents"))
        .noneMatch(name -> name.startsWith("dev.weft.internal.stackful."));
  }

  @Test
  void firstTask_classesOfWeft_stayWithinTheBudget() {
    assertThat(loaded)
        .filteredOn(name -> name.startsWith("dev.weft."))
        .hasSizeLessThanOrEqualTo(WEFT_CLASSES);
  }
}
