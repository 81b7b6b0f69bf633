package dev.weft.bench.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a JVM is started for a contender.
 *
 * @param flags options of {@code java}
 * @param classPath folders before this program's own class path
 */
public record Jvm(List<String> flags, List<Path> classPath) {

  /** What each contender needs to do what it can; none is held back by its flags. */
  private static final List<String> ACCESS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /** Copies the lists. */
  public Jvm {
    flags = List.copyOf(flags);
    classPath = List.copyOf(classPath);
  }

  /**
   * The same for all: 3 GiB of heap and the collector with the most throughput.
   *
   * @return such a JVM
   */
  public static Jvm standard() {
    return new Jvm(List.of("-Xmx3g", "-XX:+UseParallelGC", "-XX:+UseCondCardMark"), List.of());
  }

  /**
   * The same for all, and further flags, which come last and so have the last word.
   *
   * @param flags options of {@code java}
   * @return such a JVM
   */
  public static Jvm standard(List<String> flags) {
    Jvm jvm = standard();
    for (String flag : flags) {
      jvm = jvm.with(flag);
    }
    return jvm;
  }

  /**
   * With one more flag. One that picks a collector takes the place of another, since a JVM with two
   * of them doesn't start.
   *
   * @param flag an option of {@code java}
   * @return such a JVM
   */
  public Jvm with(String flag) {
    var more = new ArrayList<>(flags);
    if (COLLECTOR.matcher(flag).matches()) {
      more.removeIf(COLLECTOR.asMatchPredicate());
    }
    more.add(flag);
    return new Jvm(more, classPath);
  }

  /**
   * The command line for a class.
   *
   * @param main its name
   * @param args its arguments
   * @return what {@link Child#start(List)} takes
   */
  public List<String> command(String main, String... args) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(ACCESS);
    command.add("-cp");
    command.add(path());
    command.add(main);
    command.addAll(List.of(args));
    return List.copyOf(command);
  }

  private String path() {
    var path = new StringBuilder();
    for (Path each : classPath) {
      path.append(each).append(File.pathSeparatorChar);
    }
    return path.append(System.getProperty("java.class.path")).toString();
  }
}
