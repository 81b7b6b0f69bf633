package dev.weft.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft run}: one source file, compiled and run in a Java process of its own. */
@Command(
    name = "run",
    description = {
      "Runs one Java source file with the library on its class path.", // the summary of weft --help
      "Its async blocks become state machines. Classes that it uses are looked for beside it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft run Hello.java",
      "  weft run Hello.java --port 0 world   what follows the file is the program's",
      "  weft run -cp 'lib/*' Hello.java      with all jars of the folder lib",
      "%nThe exit code is the program's, or 2 if the file doesn't compile.",
      "JDK_JAVA_OPTIONS reaches its JVM."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Jars and folders that the program uses besides the library.")
  private String classPath = "";

  @Parameters(index = "0", paramLabel = "FILE.java", description = "The source file.")
  private Path file;

  @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments for the program.")
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    if (!file.toString().endsWith(".java")) {
      throw new ParameterException(
          spec.commandLine(), "'%s' is not the name of a .java file".formatted(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new ParameterException(spec.commandLine(), "there is no file '%s'".formatted(file));
    }
    if (!Files.isReadable(file)) {
      throw new ParameterException(
          spec.commandLine(), "the file '%s' is not readable".formatted(file));
    }
    Path classes = Files.createTempDirectory("weft-run");
    try {
      Optional<SourceProgram> program =
          SourceProgram.compile(file, classes, libraries(), spec.commandLine().getErr());
      return program.isEmpty()
          ? ExitCode.USAGE // javac has said what is wrong with it
          : await(new ProcessBuilder(command(program.get(), classes)).inheritIO().start(), classes);
    } finally {
      delete(classes);
    }
  }

  private List<String> command(SourceProgram program, Path classes) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // For the stackful backend, the native drivers and protobuf, in this order.
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("--class-path");
    command.add(classes + File.pathSeparator + libraries());
    command.add(program.mainClass());
    command.addAll(arguments);
    return command;
  }

  private String libraries() {
    String own = System.getProperty("java.class.path");
    return classPath.isEmpty() ? own : own + File.pathSeparator + classPath;
  }

  /** Waits for the child; a signal that ends this process ends the child first. */
  private static int await(Process child, Path classes) {
    var hook =
        new Thread(
            () -> {
              child.destroy();
              child.onExit().join();
              delete(classes);
            },
            "weft-run-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int code = child.waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
      return code;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ExitCode.SOFTWARE;
    } catch (IllegalStateException _) {
      // Shutdown has begun: the hook has ended the child.
      return ExitCode.SOFTWARE;
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> inside = Files.walk(folder)) {
      inside.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException goneAlready) {
      // The shutdown hook and the end of the command may both come here.
    }
  }
}
