package dev.weft.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** How the programs of this module start and what they say when they can't go on. */
public final class Program {

  private Program() {}

  /** A program without its process. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs the program.
     *
     * @param out where results go
     * @param err where notes and errors go
     * @param args the command line
     * @return the exit code
     */
    int execute(PrintWriter out, PrintWriter err, String... args);
  }

  /**
   * Runs a program and ends the process.
   *
   * @param body the program
   * @param args the command line
   */
  public static void run(Body body, String... args) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(body.execute(out, err, args));
  }

  /**
   * Executes a command line; a failure is one line on {@code err}.
   *
   * @param line the command
   * @param out where results go
   * @param err where notes and errors go
   * @param args the command line
   * @return the exit code: 0 done, 1 failed, 2 bad input
   */
  public static int execute(CommandLine line, PrintWriter out, PrintWriter err, String... args) {
    String name = "weft " + line.getCommandName() + ": ";
    line.setOut(out);
    line.setErr(err);
    line.setParameterExceptionHandler(
        (bad, _) -> {
          err.println(name + bad.getMessage());
          return ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, _, _) -> {
          String message = failure.getMessage();
          err.println(name + (message == null ? failure.toString() : message));
          return ExitCode.SOFTWARE;
        });
    return line.execute(args);
  }
}
