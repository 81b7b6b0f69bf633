package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.compiler.WeftPlugin;
import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Source jars of others, as Maven fetched them, compiled with the plugin and without it. */
final class ThirdParty {

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private ThirdParty() {}

  private static Path folder() {
    return Path.of(System.getProperty("weft.third-party"));
  }

  /** A jar that was fetched: {@code sources} or {@code test-sources} of a library. */
  static Path jar(String library, String classifier) {
    String version = System.getProperty("weft." + library);
    return folder().resolve(library + "-" + version + "-" + classifier + ".jar");
  }

  /** Jars that the tests of the libraries need, as a class path. */
  static String testLibraries() throws IOException {
    try (Stream<Path> jars = Files.list(folder().resolve("lib"))) {
      return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** Unpacks a jar into a folder; other jars may have been unpacked there before. */
  static void unpack(Path jar, Path folder) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(zip.getPath("/"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = folder.resolve(zip.getPath("/").relativize(file).toString());
        Files.createDirectories(target.getParent());
        if (!Files.exists(target)) {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Compiles all sources of a folder; they see Weft, as users' own do. */
  static void compile(
      Path work, Path sources, Path classes, boolean withPlugin, String classPath, String... more)
      throws Exception {
    var options = new ArrayList<>(List.of("-nowarn", "-d", classes.toString()));
    options.addAll(List.of("-cp", classPath + File.pathSeparator + pathOf(Async.class)));
    options.addAll(
        withPlugin ? List.of("-processorpath", pathOf(WeftPlugin.class)) : List.of("-proc:none"));
    options.addAll(List.of(more));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(options::add);
    }
    Path arguments = Files.write(work.resolve("arguments"), options);
    ForkedTool.Result result =
        ForkedTool.run(work, List.of(ForkedTool.jdk("javac"), "@" + arguments), LIMIT);
    assertThat(result.code()).as(result.output()).isZero();
  }

  private static String pathOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  /**
   * Words before a command that let it run as nobody, for whom files can be unreadable; none if it
   * wouldn't run as root anyway, or can't be helped. The folder and all in it are given to nobody.
   */
  static List<String> asOrdinaryUser(Path folder) throws Exception {
    List<String> asNobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    if (!Files.getAttribute(folder, "unix:uid").equals(0) || !canRun(folder, asNobody)) {
      return List.of();
    }
    ForkedTool.run(folder, List.of("chown", "-R", "65534:65534", folder.toString()));
    return asNobody;
  }

  /** Whether a JVM with the test libraries can be started that way; their folder may be private. */
  private static boolean canRun(Path folder, List<String> words) throws Exception {
    var command = new ArrayList<>(words);
    command.addAll(List.of(ForkedTool.jdk("java"), "-cp", testLibraries()));
    command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "--version"));
    try {
      return ForkedTool.run(folder, command).code() == 0;
    } catch (IOException withoutSetpriv) {
      return false;
    }
  }

  /** Names of the class files, and which of those aren't in both folders with the same bytes. */
  static Comparison compare(Path one, Path other) throws IOException {
    Map<String, byte[]> ours = classes(one);
    Map<String, byte[]> theirs = classes(other);
    var different = new ArrayList<String>();
    theirs.keySet().stream().filter(name -> !ours.containsKey(name)).forEach(different::add);
    ours.forEach(
        (name, bytes) -> {
          if (!Arrays.equals(bytes, theirs.get(name))) {
            different.add(name);
          }
        });
    return new Comparison(ours.size(), different.stream().sorted().toList());
  }

  record Comparison(int classes, List<String> different) {}

  private static Map<String, byte[]> classes(Path folder) throws IOException {
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        classes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return classes;
  }
}
