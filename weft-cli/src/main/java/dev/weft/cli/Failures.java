package dev.weft.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the user sees of a failure, by whose fault it is. */
final class Failures {
  private Failures() {}

  /** The caller's: one line that says what was wrong and what is accepted, exit code 2. */
  static int badInput(ParameterException failure, String[] args) {
    CommandLine line = failure.getCommandLine();
    String accepted;
    String message = failure.getMessage();
    if (line.getSubcommands().isEmpty()) {
      accepted = "see " + line.getCommandSpec().qualifiedName() + " --help";
    } else {
      accepted =
          "commands are %s (see %s --help)"
              .formatted(
                  String.join(", ", line.getSubcommands().keySet()),
                  line.getCommandSpec().qualifiedName());
    }
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      String kind = unmatched.isUnknownOption() ? "option" : "argument";
      if (!line.getSubcommands().isEmpty() && !unmatched.isUnknownOption()) {
        kind = "command";
      }
      message = "unknown %s '%s'".formatted(kind, first);
      String misplaced = unmatched.isUnknownOption() ? misplaced(line, first) : null;
      if (misplaced != null) {
        line.getErr().printf("weft: %s%n", misplaced);
        return ExitCode.USAGE;
      }
    }
    line.getErr().printf("weft: %s; %s%n", oneLine(message), accepted);
    return ExitCode.USAGE;
  }

  /** The environment's: one line, exit code 1. Anything else is ours and keeps its trace. */
  static int failed(Exception failure, CommandLine line, ParseResult parsed) throws Exception {
    switch (failure) {
      case IOException e -> line.getErr().printf("weft: %s%n", oneLine(describe(e)));
      case UncheckedIOException e ->
          line.getErr()
              .printf("weft: %s%n", oneLine(describe(Objects.requireNonNull(e.getCause()))));
      default -> throw failure;
    }
    return ExitCode.SOFTWARE;
  }

  /**
   * Many I/O exceptions carry only a path or an address: their class says what is wrong with it.
   */
  private static String describe(IOException failure) {
    String name = failure.getClass().getSimpleName();
    String message = failure.getMessage();
    if (message == null) {
      return name;
    }
    return switch (failure) {
      case BindException _ -> "can't listen on " + message;
      case ConnectException _ -> "can't connect to " + message;
      case UnknownHostException _ -> "unknown host " + message;
      case NoSuchFileException missing -> "there is no file '%s'".formatted(missing.getFile());
      case AccessDeniedException denied -> "no access to '%s'".formatted(denied.getFile());
      default -> failure.getClass() == IOException.class ? message : name + ": " + message;
    };
  }

  /** What is said of an option of the command above, which is an unknown one where it stands. */
  private static @Nullable String misplaced(CommandLine line, String argument) {
    CommandSpec above = line.getCommandSpec().parent();
    String option = argument.split("=", 2)[0];
    if (above == null || above.findOption(option) == null) {
      return null;
    }
    return "option '%s' stands before the command, as in %s %s … %s …; see %s --help"
        .formatted(
            option, above.qualifiedName(), option, line.getCommandName(), above.qualifiedName());
  }

  private static String oneLine(@Nullable String message) {
    return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
