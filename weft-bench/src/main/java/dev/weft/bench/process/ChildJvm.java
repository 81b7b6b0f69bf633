package dev.weft.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of this module in a process of its own. It is spoken to line by line over its standard
 * input and output, and ends when its input ends.
 */
public final class ChildJvm implements AutoCloseable {

  /** The same for all, so that no contender has an advantage by its flags. */
  private static final List<String> FLAGS =
      List.of(
          "-Xmx3g",
          "-XX:+UseParallelGC",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final int STOP_SECONDS = 20;

  private final Process process;
  private final BufferedReader output;
  private final Writer input;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
    this.input = process.outputWriter();
  }

  /**
   * Starts a program.
   *
   * @param main its class, with a {@code main} method
   * @param args its arguments
   * @return the running process
   * @throws IOException if it can't be started
   */
  public static ChildJvm start(Class<?> main, String... args) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(args));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /**
   * Waits for a line of the form {@code WORD REST}.
   *
   * @param word what it begins with
   * @return the rest
   * @throws IOException if the process said something else, or ended
   */
  public String expect(String word) throws IOException {
    String line = output.readLine();
    if (line == null || !line.startsWith(word + " ")) {
      throw new IOException(
          "Process %d (%s) said %s; a line with %s was due."
              .formatted(process.pid(), process.info().command().orElse("java"), line, word));
    }
    return line.substring(word.length() + 1);
  }

  /**
   * Waits until a server says {@code ready PORT}.
   *
   * @return where it is
   * @throws IOException if it said something else, or ended
   */
  public InetSocketAddress ready() throws IOException {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), Integer.parseInt(expect("ready")));
  }

  /**
   * Asks for a line of the form {@code WORD REST}.
   *
   * @param word what is sent, and what the answer begins with
   * @return the rest of the answer
   * @throws IOException if the process said something else, or ended
   */
  public String ask(String word) throws IOException {
    input.write(word + "\n");
    input.flush();
    return expect(word);
  }

  /**
   * User and system time so far.
   *
   * @return seconds
   * @throws IOException if the process has ended
   */
  public double cpuSeconds() throws IOException {
    return ProcStat.cpuSeconds(process.pid());
  }

  /**
   * The most memory that was resident at any time.
   *
   * @return KiB
   * @throws IOException if the process has ended
   */
  public long peakRssKb() throws IOException {
    return ProcStat.peakRssKb(process.pid());
  }

  /** Ends the process: by the end of its input, else by force. */
  @Override
  public void close() throws IOException {
    try (output;
        input) {
      input.close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            "Process %d didn't end within %d s.".formatted(process.pid(), STOP_SECONDS));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
