package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code that knows nothing of Weft is compiled to the same bytes with the plugin as without. */
@Tag("stress")
final class ThirdPartyTest {

  /*
   * commons-lang3 and commons-io: some 730 classes of plain Java, from before lambdas to records. A block
   * is planted among their sources, so that a plugin which isn't awake is noticed.
   */

  private static final String PLANTED =
      """
      class Planted {
        static dev.weft.Future<Integer> block(dev.weft.Future<Integer> future) {
          return dev.weft.Async.async(() -> dev.weft.Async.await(future) + 1);
        }
      }
      """;

  private static final Duration LIMIT = Duration.ofMinutes(20);

  @TempDir private Path work;

  @Test
  void librariesWithoutBlocks_compiledWithThePlugin_areTheSameBytes() throws Exception {
    Path sources = work.resolve("sources");
    ThirdParty.unpack(ThirdParty.jar("commons-lang3", "sources"), sources);
    ThirdParty.unpack(ThirdParty.jar("commons-io", "sources"), sources);
    Files.writeString(sources.resolve("Planted.java"), PLANTED);

    ThirdParty.compile(work, sources, work.resolve("with"), true, "");
    ThirdParty.compile(work, sources, work.resolve("without"), false, "");

    ThirdParty.Comparison classes =
        ThirdParty.compare(work.resolve("with"), work.resolve("without"));
    assertThat(classes.different()).containsExactly("Planted$Weft$0.class", "Planted.class");
    assertThat(classes.classes()).isGreaterThan(700);
  }

  /** Run as in the library's own build; the classes with the plugin come first on the path. */
  @ParameterizedTest
  @CsvSource({"commons-lang3, 5000, 600", "commons-io, 1500, 350"})
  void testsOfALibrary_onClassesCompiledWithThePlugin_pass(
      String library, int leastTests, int leastClasses) throws Exception {
    Path main = work.resolve("src/main/java");
    ThirdParty.unpack(ThirdParty.jar("commons-lang3", "sources"), main);
    ThirdParty.unpack(ThirdParty.jar("commons-io", "sources"), main);
    // Tests open files of their resources both by class path and by the usual place in a project.
    Path tests = work.resolve("src/test/java");
    ThirdParty.unpack(ThirdParty.jar(library, "test-sources"), tests);
    ThirdParty.unpack(ThirdParty.jar(library, "test-sources"), work.resolve("src/test/resources"));
    Path classes = Files.createDirectories(work.resolve("target/classes"));
    ThirdParty.compile(work, main, classes, true, "");
    String path = classes + File.pathSeparator + ThirdParty.testLibraries();
    Path testClasses = Files.createDirectories(work.resolve("target/test-classes"));
    // Their build's own release: newer ones have methods that make calls in the tests ambiguous.
    ThirdParty.compile(work, tests, testClasses, true, path, "--release", "8");
    ThirdParty.compile(work, tests, work.resolve("plain"), false, path, "--release", "8");

    ThirdParty.Comparison compared = ThirdParty.compare(testClasses, work.resolve("plain"));
    assertThat(compared.different()).isEmpty();
    assertThat(compared.classes()).isGreaterThan(leastClasses);

    ForkedTool.Result result =
        ForkedTool.run(
            work,
            command(
                String.join(File.pathSeparator, testClasses.toString(), tests.toString(), path),
                testClasses),
            LIMIT);
    assertThat(result.output()).containsPattern("\\[ +0 tests failed +]");
    assertThat(result.code()).as(result.output()).isZero();
    String ran = result.output().replaceAll("(?s).*\\[ +(\\d+) tests successful +].*", "$1");
    assertThat(Integer.parseInt(ran)).isGreaterThan(leastTests);
  }

  private static List<String> command(String classPath, Path testClasses) {
    var command = new ArrayList<>(List.of(ForkedTool.jdk("java"), "-Xmx512m"));
    command.add("-XX:+EnableDynamicAgentLoading");
    for (String name : List.of("lang.reflect", "lang", "util", "time", "time.chrono")) {
      command.addAll(List.of("--add-opens", "java.base/java." + name + "=ALL-UNNAMED"));
    }
    command.addAll(List.of("-cp", classPath, "org.junit.platform.console.ConsoleLauncher"));
    command.addAll(List.of("execute", "--disable-banner", "--disable-ansi-colors"));
    command.addAll(List.of("--details=summary", "--include-classname=.*Test.*"));
    command.addAll(List.of("--scan-classpath", testClasses.toString()));
    return command;
  }
}
