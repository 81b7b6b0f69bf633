package dev.weft.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code weft} program. Each command is a class of its own, listed in {@code subcommands}
 * below.
 *
 * <p>Exit codes: 0 done, 1 the environment or the program failed, 2 bad input. Bad input and
 * failures of the environment get one line on standard error.
 */
@Command(
    name = "weft",
    description = "async/await for Java, the runtime beneath it, and what is built on both.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {ServeCommand.class, KvCommand.class, RunCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft serve                    the key-value server on 127.0.0.1:9527",
      "  weft kv set fruit apple red   one request to it",
      "  weft run Hello.java world     run one source file with the library at hand",
      "  weft run --help               the options of one command",
      "  weft test                     the whole test suite; arguments go to Maven",
      "  weft bench --quick            measurements; see weft bench --help",
      "  weft compare --quick          models of concurrency side by side; see weft compare --help"
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    Logging.setUp();
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(execute(out, err, args));
  }

  /** Runs one command and returns its exit code. */
  static int execute(PrintWriter out, PrintWriter err, String... args) {
    var line = new CommandLine(new Main());
    line.setOut(out);
    line.setErr(err);
    // A value that begins with @ is a value, not the name of a file with more arguments.
    line.setExpandAtFiles(false);
    for (CommandLine command : line.getSubcommands().values()) {
      // Behind its file everything is the program's.
      command.setStopAtPositional(command.getCommand() instanceof RunCommand);
      if (command.getCommand() instanceof ServeCommand) {
        ServeOptions.addTo(command.getCommandSpec());
      }
      if (command.getCommand() instanceof KvCommand) {
        // Keys and values may begin with a dash: behind the table or topic there are no options.
        command.getSubcommands().values().forEach(request -> request.setStopAtPositional(true));
      }
    }
    line.setParameterExceptionHandler(Failures::badInput);
    line.setExecutionExceptionHandler(Failures::failed);
    return line.execute(args);
  }

  /** Reached when no command was given. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}
