package dev.weft.process;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A program to be run, and how.
 *
 * {@snippet class="dev.weft.snippets.ProcessSnippets" region="output"}
 *
 * <p>The arguments go to the program as they are; no shell sees them. What isn't set is as in this
 * program: the folder, the environment, and the standard streams, except for {@link #output}.
 *
 * <p><em>Threads:</em> for one thread at a time. It may be started several times; each start takes
 * what is set at the call.
 */
public final class Command {

  private final List<String> words = new ArrayList<>();
  private final Map<String, @Nullable String> environment = new LinkedHashMap<>();
  private boolean emptyEnvironment;
  private @Nullable Path folder;
  private @Nullable Redirect stdin;
  private @Nullable Redirect stdout;
  private @Nullable Redirect stderr;
  private boolean merged;

  private Command(String program) {
    words.add(program);
  }

  /**
   * A command that runs a program.
   *
   * @param program a path, or a name that is looked for in the folders of {@code PATH}; not a whole
   *     command line, as no shell takes it apart
   * @param arguments the first arguments, as for {@link #arg}; more may be added
   * @return a command
   */
  public static Command of(String program, String... arguments) {
    if (program.isBlank()) {
      throw new IllegalArgumentException("The program is blank; it must be a name or a path.");
    }
    return new Command(requireText("program", program)).args(arguments);
  }

  /**
   * Adds an argument.
   *
   * @param argument any text but one with a character 0
   * @return this command
   */
  public Command arg(String argument) {
    words.add(requireText("argument", argument));
    return this;
  }

  /**
   * Adds arguments.
   *
   * @param arguments as for {@link #arg}
   * @return this command
   */
  public Command args(String... arguments) {
    return args(List.of(arguments));
  }

  /**
   * Adds arguments.
   *
   * @param arguments as for {@link #arg}
   * @return this command
   */
  public Command args(List<String> arguments) {
    arguments.forEach(this::arg);
    return this;
  }

  /**
   * Sets a variable of the environment.
   *
   * @param name its name
   * @param value its value
   * @return this command
   */
  public Command env(String name, String value) {
    environment.put(requireName(name), requireText("value of " + name, value));
    return this;
  }

  /**
   * Leaves a variable of this program's environment out.
   *
   * @param name its name
   * @return this command
   */
  public Command envRemove(String name) {
    environment.put(requireName(name), null);
    return this;
  }

  /**
   * Begins with an empty environment instead of this program's.
   *
   * @return this command
   */
  public Command envClear() {
    emptyEnvironment = true;
    environment.clear();
    return this;
  }

  private static String requireName(String name) {
    if (name.isEmpty() || name.indexOf('=') >= 0) {
      throw new IllegalArgumentException(
          "\"" + name + "\" can't be a variable's name; accepted is text without \"=\".");
    }
    return requireText("name", name);
  }

  private static String requireText(String what, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " \""
              + text.replace("\0", "\\0")
              + "\" has a character 0, which no program can be given.");
    }
    return text;
  }

  /**
   * Sets the folder that the program runs in.
   *
   * @param folder an existing folder
   * @return this command
   */
  public Command dir(Path folder) {
    this.folder = Objects.requireNonNull(folder, "folder");
    return this;
  }

  /**
   * Sets where the standard input comes from.
   *
   * @param from anything but {@link Redirect#append}
   * @return this command
   */
  public Command stdin(Redirect from) {
    from.asInput();
    stdin = from;
    return this;
  }

  /**
   * Sets where the standard output goes.
   *
   * @param to where
   * @return this command
   */
  public Command stdout(Redirect to) {
    stdout = Objects.requireNonNull(to, "to");
    return this;
  }

  /**
   * Sets where the standard error goes.
   *
   * @param to where
   * @return this command
   */
  public Command stderr(Redirect to) {
    stderr = Objects.requireNonNull(to, "to");
    merged = false;
    return this;
  }

  /**
   * Has the standard error go where the standard output goes, in the order in which it is written.
   *
   * @return this command
   */
  public Command stderrToStdout() {
    merged = true;
    return this;
  }

  /**
   * Starts the program, on the blocking pool, as the system may take milliseconds for that.
   *
   * <p><em>Cancellation:</em> the program is killed if it has started.
   *
   * @return the running program, or failure with an {@link java.io.IOException} that names the
   *     program if there is none or it can't be started, and the folder if one was set
   */
  @CancelSafe
  public Future<Child> spawn() {
    return starting(Redirect.inherit(), Redirect.inherit());
  }

  /**
   * Runs the program to its end.
   *
   * <p><em>Cancellation:</em> the program is killed, and the cancellation ends when it has ended.
   *
   * @return how it ended; a failure as for {@link #spawn}
   */
  @CancelSafe
  public Future<ExitStatus> status() {
    return new RunFuture<>(
        starting(Redirect.inherit(), Redirect.inherit()), 0, (status, _, _) -> status);
  }

  /**
   * Runs the program to its end and collects what it writes, standard output and standard error at
   * the same time, so that it never waits for us. Streams that weren't set are {@link
   * Redirect#nothing} for the input and {@link Redirect#pipe} for the outputs.
   *
   * <p>Programs that the program has started may hold the same pipes open after its end. What they
   * write is collected until none of them writes for a second, at the latest until the limit; then
   * the pipes are closed, and who writes to them later fails.
   *
   * <p><em>Cancellation:</em> the program is killed, the output so far is lost, and the
   * cancellation ends when the program has ended.
   *
   * @param maxBytes most bytes of each of the two, 0 or more; a program that writes more is killed
   * @return how it ended and what it wrote; a failure as for {@link #spawn}, or an {@link
   *     java.io.IOException} that names the program and the limit
   */
  @CancelSafe(loses = "the output so far")
  public Future<Output> output(int maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + "; accepted is 0 or more.");
    }
    return new RunFuture<>(starting(Redirect.nothing(), Redirect.pipe()), maxBytes, Output::new);
  }

  private SpawnFuture starting(Redirect inputElse, Redirect outputElse) {
    Redirect in = stdin == null ? inputElse : stdin;
    Redirect out = stdout == null ? outputElse : stdout;
    Redirect err = stderr == null ? outputElse : stderr;
    var builder = new ProcessBuilder(List.copyOf(words));
    builder.redirectInput(in.asInput());
    builder.redirectOutput(out.asOutput());
    if (merged) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(err.asOutput());
    }
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    Map<String, String> variables = builder.environment();
    if (emptyEnvironment) {
      variables.clear();
    }
    for (Map.Entry<String, @Nullable String> variable : environment.entrySet()) {
      String value = variable.getValue();
      if (value == null) {
        variables.remove(variable.getKey());
      } else {
        variables.put(variable.getKey(), value);
      }
    }
    return new SpawnFuture(builder, new Wiring(words.getFirst(), in, out, merged ? null : err));
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
