package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private static final Pattern FAILED =
      Pattern.compile("(?m)^  JUnit Jupiter:(.*)\\R +\\w+Source \\[className = '([^']+)'");
  private static final Duration LIMIT = Duration.ofMinutes(60); // alone on two cores it takes ten

  /*
   * Four tests of commons-io ask apache.com and www.apache.org, and fail without a way there, whoever has
   * compiled them. Others expect that a file can be made unreadable, which nothing is for root: if this runs
   * as root, the tests are run as nobody. A few measure time, and may fail on a busy machine: what fails is
   * run again by itself.
   */

  private static final List<String> ASK_THE_INTERNET =
      List.of(
          "URIOriginTest:testGetInputStream(String):[1]",
          "URIOriginTest:testGetInputStream(String):[2]",
          "XmlStreamReaderTest:testConstructorURLConnectionInput()",
          "XmlStreamReaderTest:testConstructorURLInput()");

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
  @CsvSource({"commons-lang3, commons-io, 3000, 600", "commons-io, commons-lang3, 1500, 350"})
  void testsOfALibrary_onClassesCompiledWithThePlugin_failNoneThatPassesWithout(
      String library, String other, int leastTests, int leastClasses) throws Exception {
    Path main = work.resolve("src/main/java");
    ThirdParty.unpack(ThirdParty.jar(library, "sources"), main);
    ThirdParty.unpack(ThirdParty.jar(other, "sources"), work.resolve("other"));
    // Tests open files of their resources both by class path and by the usual place in a project.
    Path tests = work.resolve("src/test/java");
    ThirdParty.unpack(ThirdParty.jar(library, "test-sources"), tests);
    ThirdParty.unpack(ThirdParty.jar(library, "test-sources"), work.resolve("src/test/resources"));
    String path = main(main, "target/classes", true);
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
    Outcome outcome = run(testClasses, tests, path, "--scan-classpath", testClasses.toString());
    assertThat(outcome.successful()).isGreaterThan(leastTests);
    Map<String, String> failed = again(outcome.failed(), testClasses, tests, path);
    if (!failed.isEmpty()) { // such as on a newer JDK
      String plain = main(main, "plainMain", false);
      assertThat(again(failed, work.resolve("plain"), tests, plain).keySet())
          .containsAll(failed.keySet());
    }
  }

  /**
   * Compiles the library, with the other one for its tests; returns the class path of the tests.
   */
  private String main(Path main, String folder, boolean withPlugin) throws Exception {
    Path classes = Files.createDirectories(work.resolve(folder));
    Path others = Files.createDirectories(work.resolve(folder + "-other"));
    ThirdParty.compile(work, work.resolve("other"), others, withPlugin, "");
    ThirdParty.compile(work, main, classes, withPlugin, others.toString());
    return String.join(
        File.pathSeparator, classes.toString(), others.toString(), ThirdParty.testLibraries());
  }

  /** Those of the failed tests that fail again, without those that ask the internet. */
  private Map<String, String> again(
      Map<String, String> failed, Path testClasses, Path resources, String path) throws Exception {
    var open = new TreeMap<>(failed);
    open.keySet().removeIf(name -> ASK_THE_INTERNET.stream().anyMatch(name::startsWith));
    if (!open.isEmpty()) {
      var classes = new ArrayList<String>();
      open.values().stream().distinct().forEach(name -> classes.add("--select-class=" + name));
      Outcome outcome = run(testClasses, resources, path, classes.toArray(String[]::new));
      open.keySet().retainAll(outcome.failed().keySet());
    }
    return open;
  }

  private static String group(String library) {
    return (library.equals("commons-io") ? "commons-io/" : "org.apache.commons/") + library;
  }

  /**
   * What came of a run.
   *
   * @param successful how many tests
   * @param failed the names of tests, each with its class
   */
  private record Outcome(int successful, Map<String, String> failed) {}

  private Outcome run(Path testClasses, Path resources, String path, String... which)
      throws Exception {
    String all =
        String.join(File.pathSeparator, testClasses.toString(), resources.toString(), path);
    var command = new ArrayList<>(ThirdParty.asOrdinaryUser(work));
    command.addAll(command(all));
    command.addAll(List.of(which));
    String output = ForkedTool.run(work, command, LIMIT).output();
    Matcher successful = SUCCESSFUL.matcher(output);
    assertThat(successful.find()).as(output).isTrue();
    var failed = new TreeMap<String, String>();
    FAILED.matcher(output).results().forEach(each -> failed.put(each.group(1), each.group(2)));
    return new Outcome(Integer.parseInt(successful.group(1)), failed);
  }

  private static List<String> command(String classPath) {
    var command = new ArrayList<>(List.of(ForkedTool.jdk("java"), "-Xmx1g"));
    command.add("-XX:+EnableDynamicAgentLoading");
    for (String name : List.of("lang.reflect", "lang", "util", "time", "time.chrono")) {
      command.addAll(List.of("--add-opens", "java.base/java." + name + "=ALL-UNNAMED"));
    }
    command.addAll(List.of("-cp", classPath, "org.junit.platform.console.ConsoleLauncher"));
    command.addAll(List.of("execute", "--disable-banner", "--disable-ansi-colors"));
    command.addAll(List.of("--details=summary", "--include-classname=.*Test.*"));
    return command;
  }
}
