package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.compiler.WeftPlugin;
import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two modules with blocks, built by one Maven, which calls javac in each of its ways. */
final class MavenBuildTest {

  private static final String PROJECT =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>sample</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
        <packaging>%s</packaging>
        %s
      </project>
      """;

  private static final String MODULES =
      "<modules><module>one</module><module>two</module></modules>";

  private static final String MODULE =
      """
      <properties>
        <maven.compiler.release>25</maven.compiler.release>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
      </properties>
      <dependencies>
        <dependency>
          <groupId>dev.weft</groupId>
          <artifactId>weft-core</artifactId>
          <version>1</version>
          <scope>system</scope>
          <systemPath>%s</systemPath>
        </dependency>
      </dependencies>
      <build>
        <plugins>
          <plugin>
            <groupId>org.apache.maven.plugins</groupId>
            <artifactId>maven-compiler-plugin</artifactId>
            <configuration>
              %s
              <showWarnings>true</showWarnings>
              <compilerArgs>
                <arg>-processorpath</arg>
                <arg>%s</arg>
                <arg>-Xlint:all</arg>
                <arg>-Werror</arg>
              </compilerArgs>
            </configuration>
          </plugin>
        </plugins>
      </build>
      """;

  private static final String MAIN =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      class Main {
        static Future<Integer> other(Future<Integer> x) { return async(() -> await(x) + 1); }
        public static void main(String[] args) throws Exception {
          Future<Integer> block = async(() -> await(other(async(() -> 40))) + 1);
          System.out.println(block.getClass().getName().contains("$Weft$"));
          try (Weft weft = Weft.create()) { System.out.println(weft.blockOn(block)); }
        }
      }
      """;

  @TempDir private Path folder;
  private Path library;

  private static String pathOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  @BeforeEach
  void packLibrary() throws Exception {
    library = folder.resolve("core.jar");
    if (Files.isRegularFile(Path.of(pathOf(Async.class)))) {
      Files.copy(Path.of(pathOf(Async.class)), library);
    } else {
      var jar = List.of(ForkedTool.jdk("jar"), "--create", "--file", library.toString());
      var command = new ArrayList<>(jar);
      command.addAll(List.of("-C", pathOf(Async.class), "."));
      assertThat(ForkedTool.run(folder, command)).isEqualTo(new ForkedTool.Result(0, ""));
    }
    Files.writeString(
        folder.resolve("toolchains.xml"),
        """
        <toolchains>
          <toolchain>
            <type>jdk</type>
            <provides><version>25</version></provides>
            <configuration><jdkHome>%s</jdkHome></configuration>
          </toolchain>
        </toolchains>
        """
            .formatted(ForkedTool.JAVA_HOME));
    Path options = Files.createDirectories(folder.resolve(".mvn")).resolve("jvm.config");
    Files.writeString(options, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // short runs
    Files.writeString(folder.resolve("pom.xml"), PROJECT.formatted("both", "pom", MODULES));
  }

  private void modules(String configuration) throws IOException {
    for (String name : List.of("one", "two")) {
      Path module = Files.createDirectories(folder.resolve(name));
      String body = MODULE.formatted(library, configuration, pathOf(WeftPlugin.class));
      Files.writeString(module.resolve("pom.xml"), PROJECT.formatted(name, "jar", body));
      Path sources = Files.createDirectories(module.resolve("src/main/java"));
      Files.writeString(sources.resolve("Main.java"), MAIN);
    }
  }

  private String build() throws Exception {
    ForkedTool.Result built =
        ForkedTool.run(
            folder,
            List.of(
                Path.of(System.getProperty("weft.maven.home"), "bin", "mvn").toString(),
                "-B",
                "-o",
                "-t",
                folder.resolve("toolchains.xml").toString(),
                "org.apache.maven.plugins:maven-compiler-plugin:"
                    + System.getProperty("weft.maven-compiler-plugin")
                    + ":compile"));
    assertThat(built.code()).as(built.output()).isZero();
    return built.output();
  }

  private List<String> companions(String module) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(module).resolve("target/classes"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("$Weft$"))
          .sorted()
          .toList();
    }
  }

  private String run(String module) throws Exception {
    String path = folder.resolve(module).resolve("target/classes") + File.pathSeparator + library;
    return ForkedTool.run(folder, List.of(ForkedTool.jdk("java"), "-cp", path, "Main")).output();
  }

  @ParameterizedTest
  @CsvSource({
    "in the process, <fork>false</fork>",
    "forked, <fork>true</fork>",
    "by toolchain, <jdkToolchain><version>25</version></jdkToolchain>",
  })
  void modules_compiledByOneMaven_haveTheirBlocksCompiled(String way, String configuration)
      throws Exception {
    modules(configuration);

    assertThat(build()).as(way).doesNotContain("WARNING] /");

    for (String module : List.of("one", "two")) {
      assertThat(companions(module))
          .containsExactly("Main$Weft$0.class", "Main$Weft$1.class", "Main$Weft$2.class");
      assertThat(run(module)).isEqualTo("true\n42\n");
    }
  }

  @Test
  void blockThatIsTakenOut_builtAgain_leavesNoClassBehind() throws Exception {
    modules("");
    build();
    Files.writeString(
        folder.resolve("one/src/main/java/Main.java"),
        MAIN.replace("async(() -> await(x) + 1)", "x"));

    build();

    assertThat(companions("one")).containsExactly("Main$Weft$0.class", "Main$Weft$1.class");
    assertThat(companions("two")).hasSize(3);
    assertThat(run("one")).isEqualTo("true\n41\n");
  }
}
