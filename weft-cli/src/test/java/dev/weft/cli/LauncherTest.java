package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script in a project of its own, with JDKs and a Maven that are scripts which print
 * how they were called.
 */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "cat",
          "dirname",
          "find",
          "head",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "tr");

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Path root;
  private Path bin;
  private Path script;

  @BeforeEach
  void layProject() throws IOException {
    root = Files.createDirectories(folder.resolve("my project"));
    bin = Files.createDirectories(folder.resolve("bin"));
    script = root.resolve("weft");
    Files.copy(Path.of("..", "weft"), script);
    Files.createFile(root.resolve("pom.xml"));
    for (String module : List.of("weft-core", "weft-cli")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.createFile(root.resolve(module).resolve("pom.xml"));
    }
    for (String tool : TOOLS) {
      executable(bin.resolve(tool), "exec " + find(tool) + " \"$@\"\n");
    }
    environment.put("PATH", bin.toString());
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("WEFT_JDK_FOLDERS", folder.resolve("jvm").toString());
  }

  private static Path find(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(each -> Path.of(each, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private Path jdk(String name, String version) throws IOException {
    Path jdk = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    executable(jdk.resolve("bin/javac"), "");
    executable(
        jdk.resolve("bin/java"), "echo \"java " + version + "\"\nfor a; do echo \"[$a]\"; done\n");
    return jdk;
  }

  /** A Maven that builds the jar and tells on standard output, as Maven does, how it was called. */
  private void maven() throws IOException {
    executable(
        bin.resolve("mvn"),
        """
        echo "mvn in $PWD on $JAVA_HOME: $*"
        mkdir -p weft-cli/target
        : >weft-cli/target/weft.jar
        """);
  }

  private static void executable(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run weft(String... args) throws Exception {
    return run(folder, script, args);
  }

  private Run run(Path from, Path program, String... args) throws Exception {
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();
    var builder =
        new ProcessBuilder(Stream.concat(Stream.of(program.toString()), Stream.of(args)).toList());
    builder.directory(from.toFile()).redirectOutput(out).redirectError(err);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Run(
        process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
  }

  private record Run(int code, String out, String err) {}

  @Test
  void jdk_absent_isOneLineAndExitCode1() throws Exception {
    assertThat(weft("--version"))
        .isEqualTo(
            new Run(
                1,
                "",
                "weft: a JDK 25 or newer is needed: found none; install one or set WEFT_JAVA_HOME to"
                    + " its folder\n"));
  }

  @Test
  void jdk_tooOld_isNamedOnceWithItsVersion() throws Exception {
    Path old = jdk("jvm/seventeen", "17.0.15");
    Path older = jdk("home/.jdks/eight", "1.8.0_402");
    environment.put("JAVA_HOME", old.toString());

    Run run = weft("--version");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "weft: a JDK 25 or newer is needed: found 17 in %s, 1 in %s; install one or set"
                    .formatted(old.toRealPath(), older.toRealPath())
                + " WEFT_JAVA_HOME to its folder\n");
  }

  @Test
  void jdk_withoutCompiler_isPassedOver() throws Exception {
    Path jre = jdk("jvm/runtime only", "25.0.1");
    Files.delete(jre.resolve("bin/javac"));

    assertThat(weft().err()).contains("found 25 without javac in " + jre.toRealPath());
  }

  @Test
  void maven_absent_isOneLineAndExitCode1() throws Exception {
    jdk("jvm/a", "25");

    for (String command : List.of("--version", "test")) {
      assertThat(weft(command))
          .isEqualTo(
              new Run(
                  1,
                  "",
                  "weft: building needs Maven 3.8 or newer: no mvn found on PATH; install"
                      + " Maven\n"));
    }
  }

  @Test
  void jdks_several_firstSuitableInOrderIsTaken() throws Exception {
    maven();
    jdk("jvm/b", "26-ea");
    assertThat(weft().out()).startsWith("java 26-ea\n");
    Path onPath = jdk("elsewhere", "25.0.4");
    Files.createSymbolicLink(bin.resolve("java"), onPath.resolve("bin/java"));
    assertThat(weft().out()).startsWith("java 25.0.4\n");
    environment.put("JAVA_HOME", jdk("home of java", "25.0.5").toString());
    assertThat(weft().out()).startsWith("java 25.0.5\n");
    environment.put("WEFT_JAVA_HOME", jdk("mine", "25.0.6").toString());
    assertThat(weft().out()).startsWith("java 25.0.6\n");
    environment.put("WEFT_JAVA_HOME", jdk("mine", "21").toString());
    assertThat(weft().out()).startsWith("java 25.0.5\n");
  }

  @Test
  void program_firstCall_isBuiltThenRunWithTheArgumentsAsTheyAre() throws Exception {
    maven();
    Path jdk = jdk("jvm/a b", "25.0.3");
    environment.put("WEFT_JAVA_OPTS", "-Xmx64m -Dx=y");

    Run run = weft("kv", "two words", "", "*", "-x");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            java 25.0.3
            [--sun-misc-unsafe-memory-access=allow]
            [-Xmx64m]
            [-Dx=y]
            [-jar]
            [%s/weft-cli/target/weft.jar]
            [kv]
            [two words]
            []
            [*]
            [-x]
            """
                .formatted(root.toRealPath()));
    assertThat(run.err())
        .startsWith("weft: building")
        .contains("mvn in " + root.toRealPath() + " on " + jdk.toRealPath() + ": ");
    assertThat(root.resolve(".weft/build.lock")).doesNotExist();
  }

  @Test
  void warning_ofANewerJdk_isNoErrorOfTheBuild() throws Exception {
    maven();
    jdk("jvm/a", "25");

    assertThat(weft().err()).contains(" -Dweft.warnings=-nowarn ");
  }

  @Test
  void program_upToDate_isNotBuiltAgain() throws Exception {
    maven();
    jdk("jvm/a", "25");
    weft();

    assertThat(weft().err()).isEmpty();
  }

  @Test
  void source_newerThanTheBuild_isBuiltAgain() throws Exception {
    maven();
    jdk("jvm/a", "25");
    weft();
    Path source = Files.createFile(root.resolve("weft-core/src/main/Some File.java"));
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));

    assertThat(weft().err()).startsWith("weft: building");
  }

  @Test
  void build_failed_isExitCode1AndTriedAgain() throws Exception {
    jdk("jvm/a", "25");
    executable(bin.resolve("mvn"), "echo broken\nexit 3\n");

    Run run = weft();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).endsWith("broken\nweft: the build failed; Maven's messages are above\n");
    maven();
    assertThat(weft().code()).isZero();
  }

  @Test
  void lock_leftByADeadProcess_isTakenOver() throws Exception {
    maven();
    jdk("jvm/a", "25");
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path lock = Files.createDirectories(root.resolve(".weft")).resolve("build.lock");
    Files.createSymbolicLink(lock, Path.of(Long.toString(gone.pid())));

    assertThat(weft().code()).isZero();
    assertThat(Files.isSymbolicLink(lock)).isFalse();
  }

  @Test
  void launcher_calledThroughLinksFromElsewhere_findsItsProject() throws Exception {
    maven();
    jdk("jvm/a", "25");
    Path links = Files.createDirectories(folder.resolve("some links"));
    Files.createSymbolicLink(links.resolve("absolute"), script);
    Files.createSymbolicLink(links.resolve("relative"), Path.of("absolute"));

    Run run = run(links, Path.of("./relative"), "x");

    assertThat(run.out()).contains("[%s/weft-cli/target/weft.jar]".formatted(root.toRealPath()));
  }

  @Test
  void test_asked_runsMavenOnThatJdkWithoutBuildingFirst() throws Exception {
    maven();
    Path jdk = jdk("jvm/a", "25");

    assertThat(weft("test", "-pl", "weft-core", "-Dx=two words"))
        .isEqualTo(
            new Run(
                0,
                "mvn in %s on %s: -B verify -pl weft-core -Dx=two words\n"
                    .formatted(root.toRealPath(), jdk.toRealPath()),
                ""));
  }
}
