package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.compiler.WeftPlugin;
import dev.weft.verify.canary.ForkedTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JaCoCo counts in code with compiled blocks. */
public final class BlockCoverageTest {

  /*
   * JaCoCo knows Kotlin's coroutines and nobody else's, and no mark leaves out single instructions. So the
   * branches of the state machine itself, pending or not, show in the lines of awaits, and nowhere else.
   * Who wants the source's branches alone switches the plugin off in the build that measures.
   */

  private static final String SOURCE =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      public class Counted {
        public static java.util.concurrent.Callable<Future<Integer>> of(Future<Integer> x, boolean more) {
          return () -> async(() -> {
            int a = 1;
            if (more) {
              a++;
            }
            a += await(x); // awaits
            for (int i = 0; i < 3; i++) {
              a += i > 1 ? 10 : 20;
            }
            try {
              a += more ? 1 : await(x); // awaits
            } finally {
              a = more ? a : 5;
            }
            return a;
          });
        }
      }
      """;

  @TempDir private Path folder;

  private static String pathOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  private Map<String, byte[]> compile(String name, String... options) throws Exception {
    Path source = Files.writeString(folder.resolve("Counted.java"), SOURCE);
    Path out = folder.resolve(name);
    var command = new ArrayList<>(List.of(ForkedTool.jdk("javac"), "-cp", pathOf(Async.class)));
    command.addAll(List.of(options));
    command.addAll(List.of("-d", out.toString(), source.toString()));
    assertThat(ForkedTool.run(folder, command)).isEqualTo(new ForkedTool.Result(0, ""));
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        classes.put(file.getFileName().toString().replace(".class", ""), Files.readAllBytes(file));
      }
    }
    return classes;
  }

  private Map<String, byte[]> plain() throws Exception {
    return compile("plain", "-proc:none");
  }

  private Map<String, byte[]> woven() throws Exception {
    return compile("woven", "-processorpath", pathOf(WeftPlugin.class));
  }

  /** Covered and all branches of each line that counts; no entry for other lines. */
  private static Map<Integer, String> lines(Map<String, byte[]> classes, ExecutionDataStore data)
      throws Exception {
    var coverage = new CoverageBuilder();
    var analyzer = new Analyzer(data, coverage);
    for (var each : classes.entrySet()) {
      analyzer.analyzeClass(each.getValue(), each.getKey());
    }
    var lines = new TreeMap<Integer, String>();
    for (IClassCoverage type : coverage.getClasses()) {
      for (int line = type.getFirstLine(); line <= type.getLastLine(); line++) {
        ICounter branches = type.getLine(line).getBranchCounter();
        if (type.getLine(line).getInstructionCounter().getTotalCount() > 0) {
          assertThat(lines).as("counted in one class").doesNotContainKey(line);
          lines.put(line, branches.getCoveredCount() + "/" + branches.getTotalCount());
        }
      }
    }
    return lines;
  }

  private static Map<Integer, String> withoutAwaits(Map<Integer, String> lines) {
    var others = new TreeMap<>(lines);
    List<String> text = SOURCE.lines().toList();
    others.keySet().removeIf(line -> text.get(line - 1).contains("// awaits"));
    return others;
  }

  /** Runs both ways through the program, with a future that is pending once, and counts. */
  private static Map<Integer, String> run(Map<String, byte[]> classes) throws Exception {
    var runtime = new LoggerRuntime();
    var counted = new RuntimeData();
    runtime.startup(counted);
    try {
      var instrumented = new TreeMap<String, byte[]>();
      for (var each : classes.entrySet()) {
        instrumented.put(
            each.getKey(), new Instrumenter(runtime).instrument(each.getValue(), each.getKey()));
      }
      var loader = new Defining(instrumented);
      for (boolean more : new boolean[] {true, false}) {
        drive(future(loader.loadClass("Counted"), more));
      }
    } finally {
      runtime.shutdown();
    }
    var data = new ExecutionDataStore();
    counted.collect(data, new SessionInfoStore(), false);
    return lines(classes, data);
  }

  @SuppressWarnings("unchecked")
  private static Future<Integer> future(Class<?> type, boolean more) throws Exception {
    int[] polls = {0};
    Future<Integer> input =
        cx -> {
          if (polls[0]++ % 2 == 1) {
            return Poll.ready(1);
          }
          cx.waker().wake();
          return Poll.pending();
        };
    var made = type.getMethod("of", Future.class, boolean.class).invoke(null, input, more);
    return ((Callable<Future<Integer>>) made).call();
  }

  private static void drive(Future<Integer> block) throws Exception {
    for (int polls = 0; polls < 10; polls++) {
      if (block.poll(Context.of(Waker.noop())).isReady()) {
        return;
      }
    }
    throw new AssertionError("never ready");
  }

  private static final class Defining extends ClassLoader {
    private final Map<String, byte[]> classes;

    Defining(Map<String, byte[]> classes) {
      super(BlockCoverageTest.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  @Test
  void lines_ofACompiledBlock_areThoseOfTheSourceEachCountedOnce() throws Exception {
    var nothing = new ExecutionDataStore();
    Map<Integer, String> source = lines(plain(), nothing);
    Map<Integer, String> compiled = lines(woven(), nothing);

    assertThat(source).containsEntry(7, "0/2").containsEntry(12, "0/2").containsEntry(10, "0/0");
    assertThat(compiled.keySet()).isEqualTo(source.keySet());
    assertThat(withoutAwaits(compiled)).isEqualTo(withoutAwaits(source));
  }

  @Test
  void branches_ofABlockThatRanBothWays_areAllCovered() throws Exception {
    Map<Integer, String> compiled = run(woven());

    assertThat(withoutAwaits(compiled).values())
        .allMatch(branches -> branches.charAt(0) == branches.charAt(2));
    assertThat(compiled).containsEntry(7, "2/2").containsEntry(11, "2/2").containsEntry(12, "2/2");
  }

  @Test
  void branches_ofABlockThatThePluginLeavesAlone_areThoseOfTheSource() throws Exception {
    Map<String, byte[]> off =
        compile("off", "-processorpath", pathOf(WeftPlugin.class), "-Xplugin:Weft off");

    assertThat(lines(off, new ExecutionDataStore()))
        .isEqualTo(lines(plain(), new ExecutionDataStore()));
  }
}
