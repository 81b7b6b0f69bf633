package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.WeftPlugin;
import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lombok, Error Prone and NullAway, each in a javac with the plugin; and the samples. */
final class BesideOthersTest {

  private static final Path ROOT = Path.of(System.getProperty("weft.root"));
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String PROCESSORS =
      "META-INF/services/javax.annotation.processing.Processor";

  @TempDir private Path folder;

  private static String pathOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  private ForkedTool.Result javac(String processorPath, List<String> options, Path source)
      throws Exception {
    var command = new ArrayList<>(List.of(ForkedTool.jdk("javac")));
    command.addAll(options);
    command.addAll(List.of("-processorpath", processorPath, "-classpath", CLASS_PATH));
    command.addAll(List.of("-d", folder.resolve("out").toString(), source.toString()));
    return ForkedTool.run(folder, command);
  }

  private ForkedTool.Result run(String main) throws Exception {
    return ForkedTool.run(
        folder,
        List.of(
            ForkedTool.jdk("java"),
            "-cp",
            folder.resolve("out") + File.pathSeparator + CLASS_PATH,
            main));
  }

  private List<String> companions() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("$Weft$"))
          .sorted()
          .toList();
    }
  }

  @Test
  void lombok_onTheSamePath_sharesTheClass() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Main.java"),
            """
            import static dev.weft.Async.*;
            import dev.weft.*;
            import lombok.Builder;
            import lombok.Data;

            @Data
            @Builder
            public class Main {
              private final int base;
              private String name;

              Future<String> text() {
                return async(() -> getName() + (getBase() + await(async(() -> 2))));
              }

              public static void main(String[] args) throws Exception {
                Future<String> text = Main.builder().base(40).name("n").build().text();
                System.out.println(text.getClass().getSimpleName());
                try (Weft weft = Weft.create()) {
                  System.out.println(weft.blockOn(text));
                }
              }
            }
            """);
    String lombok = pathOf(lombok.Data.class);
    for (String path :
        List.of(
            lombok + File.pathSeparator + pathOf(WeftPlugin.class),
            pathOf(WeftPlugin.class) + File.pathSeparator + lombok)) {
      ForkedTool.Result compiled = javac(path, List.of(), source);
      assertThat(compiled.code()).as(compiled.output()).isZero();
      assertThat(companions()).containsExactly("Main$Weft$0.class", "Main$Weft$1.class");
      assertThat(run("Main").output()).startsWith("Main$Weft$").endsWith("n42\n");
    }
  }

  @Test
  void errorProneAndNullAway_onTheSamePath_checkWhatIsCompiled() throws Exception {
    Path source = Files.writeString(folder.resolve("Checked.java"), checked("\"text\""));
    assertThat(javac(toolPath(), toolOptions(), source)).isEqualTo(new ForkedTool.Result(0, ""));
    assertThat(companions()).containsExactly("Checked$Weft$0.class");
  }

  @Test
  void errorProneAndNullAway_withAFault_stillReportIt() throws Exception {
    Path source = Files.writeString(folder.resolve("Checked.java"), checked("null"));
    ForkedTool.Result compiled = javac(toolPath(), toolOptions(), source);
    assertThat(compiled.code()).isEqualTo(1);
    assertThat(compiled.output()).contains("error: [NullAway]");
  }

  private static String checked(String value) {
    return """
        package dev.weft.planted;

        import dev.weft.Async;
        import dev.weft.Future;

        @org.jspecify.annotations.NullMarked
        final class Checked {
          private Checked() {}

          static Future<Integer> text(Future<Integer> x) {
            return Async.async(() -> length(%s) + Async.await(x));
          }

          private static int length(String text) {
            return text.length();
          }
        }
        """
        .formatted(value);
  }

  private static List<String> toolOptions() {
    var options = new ArrayList<String>();
    for (String name :
        List.of("api", "file", "main", "model", "parser", "processing", "tree", "util")) {
      options.add("-J--add-exports=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
    }
    for (String name : List.of("code", "comp")) {
      options.add("-J--add-opens=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
    }
    options.addAll(List.of("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW"));
    options.addAll(List.of("-Werror", System.getProperty("weft.lint")));
    options.add(System.getProperty("weft.errorprone") + " -Xep:NullAway:ERROR");
    return options;
  }

  /** What is on the class path, without the processors of others. */
  private static String toolPath() throws IOException {
    var path = new ArrayList<String>();
    for (String entry : CLASS_PATH.split(File.pathSeparator, -1)) {
      if (entry.equals(pathOf(WeftPlugin.class)) || !hasProcessor(Path.of(entry))) {
        path.add(entry);
      }
    }
    return String.join(File.pathSeparator, path);
  }

  private static boolean hasProcessor(Path entry) throws IOException {
    if (Files.isRegularFile(entry)) {
      try (FileSystem jar = FileSystems.newFileSystem(entry)) {
        return Files.exists(jar.getPath(PROCESSORS));
      }
    }
    return Files.exists(entry.resolve(PROCESSORS));
  }

  @Test
  void sampleForGradle_compiledAsItsBuildDoes_runs() throws Exception {
    Path source = ROOT.resolve("samples/gradle/src/main/java/sample/Main.java");
    ForkedTool.Result compiled =
        javac(
            pathOf(WeftPlugin.class),
            List.of("-Xplugin:Weft out=" + folder.resolve("out")),
            source);
    assertThat(compiled).isEqualTo(new ForkedTool.Result(0, ""));
    assertThat(companions()).hasSize(2);
    assertThat(run("sample.Main").output()).isEqualTo("42\n");
  }

  @Test
  void sampleForMaven_compiledAsItsBuildDoes_runs() throws Exception {
    ForkedTool.Result compiled =
        javac(
            pathOf(WeftPlugin.class),
            List.of("--release", "25"),
            ROOT.resolve("samples/maven/src/main/java/sample/Main.java"));
    assertThat(compiled).isEqualTo(new ForkedTool.Result(0, ""));
    assertThat(companions()).hasSize(2);
    assertThat(run("sample.Main").output()).isEqualTo("42\n");
  }

  @Test
  void samplesAndGuide_asForVersions_haveThatOfThisTree() throws Exception {
    Matcher version =
        Pattern.compile("<artifactId>weft-parent</artifactId>\\s*<version>(.+?)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    for (String file :
        List.of(
            "samples/maven/pom.xml",
            "samples/gradle/build.gradle.kts",
            "docs/guide/compiling.md")) {
      assertThat(Files.readString(ROOT.resolve(file)))
          .as(file)
          .containsPattern("\\b" + Pattern.quote(version.group(1)) + "\\b");
    }
  }
}
