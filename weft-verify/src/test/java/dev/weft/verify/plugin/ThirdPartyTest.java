package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Pattern SUCCESSFUL = Pattern.compile("\\[ +(\\d+) tests successful +]");
  private static final Pattern FAILED = Pattern.compile("(?m)^  JUnit Jupiter:.*$");
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
  @CsvSource({"commons-lang3, 3000, 600", "commons-io, 1500, 350"})
  void testsOfALibrary_onClassesCompiledWithThePlugin_failNoneThatPassesWithout(
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

    // The library's own folder has these, and tests look at them.
    for (String name :
        List.of("LICENSE.txt", "NOTICE.txt", "maven/" + group(library) + "/pom.xml")) {
      Path file = main.resolve("META-INF").resolve(name);
      Files.copy(file, work.resolve(file.getFileName()));
    }
    Outcome outcome = run(testClasses, tests, path);
    assertThat(outcome.successful()).isGreaterThan(leastTests);
    if (!outcome.failed().isEmpty()) {
      // As root, without a network or on a newer JDK some fail without the plugin, too.
      ThirdParty.compile(work, main, work.resolve("plainMain"), false, "");
      String plain = path.replace(classes.toString(), work.resolve("plainMain").toString());
      assertThat(run(work.resolve("plain"), tests, plain).failed()).containsAll(outcome.failed());
    }
  }

  private static String group(String library) {
    return (library.equals("commons-io") ? "commons-io/" : "org.apache.commons/") + library;
  }

  private record Outcome(int successful, List<String> failed) {}

  private Outcome run(Path testClasses, Path resources, String path) throws Exception {
    String all =
        String.join(File.pathSeparator, testClasses.toString(), resources.toString(), path);
    String output = ForkedTool.run(work, command(all, testClasses), LIMIT).output();
    Matcher successful = SUCCESSFUL.matcher(output);
    assertThat(successful.find()).as(output).isTrue();
    return new Outcome(
        Integer.parseInt(successful.group(1)),
        FAILED.matcher(output).results().map(MatchResult::group).sorted().toList());
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
