package dev.weft.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program in a process of its own. It is spoken to line by line over its standard input and
 * output, and ends when its input ends.
 */
public final class Child implements AutoCloseable {

  private static final int STOP_SECONDS = 20;

  /** What a program says before it ends because of a failure, and why. */
  private static final String FAILED = "failed ";

  private final String program;
  private final Process process;
  private final BufferedReader output;
  private final Writer input;

  private Child(String program, Process process) {
    this.program = program;
    this.process = process;
    this.output = process.inputReader();
    this.input = process.outputWriter();
  }

  /**
   * Starts a class of this program in a JVM with the flags that all have.
   *
   * @param main its class, with a {@code main} method
   * @param args its arguments
   * @return the running process
   * @throws IOException if it can't be started
   */
  public static Child start(Class<?> main, String... args) throws IOException {
    return start(Jvm.standard().command(main.getName(), args));
  }

  /**
   * Starts a program.
   *
   * @param command the program's file and its arguments
   * @return the running process
   * @throws IOException if it can't be started
   */
  public static Child start(List<String> command) throws IOException {
    return new Child(
        command.getLast(),
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
    return expectOneOf(word).substring(word.length() + 1);
  }

  /**
   * Waits for a line of the form {@code WORD REST} with one of some words.
   *
   * @param words what it may begin with
   * @return the whole line
   * @throws IOException if the process said something else, or ended; if it said {@code failed
   *     REASON}, with the reason
   */
  public String expectOneOf(String... words) throws IOException {
    String line = output.readLine();
    if (line != null && line.startsWith(FAILED)) {
      throw new IOException(line.substring(FAILED.length()));
    }
    for (String word : words) {
      if (line != null && line.startsWith(word + " ")) {
        return line;
      }
    }
    throw new IOException(
        "Process %d (%s) %s; a line with %s was due."
            .formatted(
                process.pid(),
                program,
                line == null ? "has ended" : "said " + line,
                String.join(" or ", words)));
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
   * @param args what is sent behind it, separated by blanks
   * @return the rest of the answer
   * @throws IOException if the process said something else, or ended
   */
  public String ask(String word, Object... args) throws IOException {
    var line = new StringBuilder(word);
    for (Object arg : args) {
      line.append(' ').append(arg);
    }
    input.write(line.append('\n').toString());
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
   * User time so far.
   *
   * @return seconds
   * @throws IOException if the process has ended
   */
  public double userSeconds() throws IOException {
    return ProcStat.userSeconds(process.pid());
  }

  /**
   * User and system time so far of the threads in which it compiles, if it is a JVM.
   *
   * @return seconds; 0 if it is none
   * @throws IOException if the process has ended
   */
  public double compilerSeconds() throws IOException {
    return ProcStat.compilerSeconds(process.pid());
  }

  /**
   * The number of the process.
   *
   * @return its id
   */
  public long pid() {
    return process.pid();
  }

  /**
   * The memory that is resident now.
   *
   * @return KiB
   * @throws IOException if the process has ended
   */
  public long rssKb() throws IOException {
    return ProcStat.rssKb(process.pid());
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

  /** Ends the process at once, whatever it does; its memory is free when this returns. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Ends the process: by the end of its input, else by force. */
  @Override
  public void close() throws IOException {
    try (output;
        input) {
      if (process.isAlive()) {
        input.close();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
          throw new IOException(
              "Process %d (%s) didn't end within %d s."
                  .formatted(process.pid(), program, STOP_SECONDS));
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
