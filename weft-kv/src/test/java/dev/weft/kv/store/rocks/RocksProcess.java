package dev.weft.kv.store.rocks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link RocksChild} that runs, ended with the test. */
final class RocksProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  private RocksProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    lines = process.inputReader();
  }

  static RocksProcess start(String... args) throws IOException {
    return new RocksProcess(java(System.getProperty("java.class.path"), args));
  }

  /** Files that it writes can't grow beyond some blocks of 1 KiB. */
  static RocksProcess startWithFileLimit(int blocks, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -f " + blocks + "; exec \"$@\"", "bash"));
    command.addAll(java(System.getProperty("java.class.path"), args));
    return new RocksProcess(command);
  }

  static RocksProcess startWithoutLibrary(String... args) throws IOException {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("rocksdbjni"))
            .collect(Collectors.joining(File.pathSeparator));
    return new RocksProcess(java(path, args));
  }

  private static List<String> java(String path, String... args) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", path, RocksChild.class.getName()));
    command.addAll(List.of(args));
    return command;
  }

  long pid() {
    return process.pid();
  }

  /** The next line, or {@code null} at the end. */
  String line() throws IOException {
    return lines.readLine();
  }

  /**
   * Kills it without notice, as {@code kill -9} does, and returns the lines that were under way.
   */
  List<String> kill() throws Exception {
    process.toHandle().destroyForcibly(); // that of the process would close its output, too
    List<String> rest = lines.readAllLines();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new AssertionError("process " + pid() + " outlives its end");
    }
    return rest;
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
    process.onExit().orTimeout(20, TimeUnit.SECONDS).join(); // until then it has the folder
  }
}
