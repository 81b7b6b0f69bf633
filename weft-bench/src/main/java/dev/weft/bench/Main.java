package dev.weft.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code weft bench}: runs workloads and prints what they cost.
 *
 * <p>Exit codes: 0 done, 1 a contender failed, 2 bad input.
 */
@Command(
    name = "bench",
    description = "Measures Weft and what it is compared with, side by side in one run.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nWorkloads:%n")
public final class Main implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "Workloads to run (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--contender",
      paramLabel = "NAME",
      description = "Only these take part; may be given several times (default: all).")
  private List<String> contenders = new ArrayList<>();

  @Option(
      names = "--jvm-flag",
      paramLabel = "FLAG",
      description =
          "Start the contenders of the task workloads that run on a JVM with this flag, too, such"
              + " as -XX:+UseG1GC; may be given several times.")
  private List<String> jvmFlags = new ArrayList<>();

  @Option(names = "--quick", description = "A short look: fewer, shorter and smaller runs.")
  private boolean quick;

  @Option(names = "--list", description = "Print the names of the workloads and end.")
  private boolean list;

  @Mixin private final ResultOptions resultOptions = new ResultOptions();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Where workloads with files put them (default: the folder for temporary files).")
  private @Nullable Path folder;

  private Main() {}

  /**
   * Runs the program and ends the process.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    Program.run(Main::execute, args);
  }

  /** Runs the program and returns its exit code. */
  static int execute(PrintWriter out, PrintWriter err, String... args) {
    var line = new CommandLine(new Main());
    line.getCommandSpec()
        .usageMessage()
        .footer(
            Suite.all().stream()
                .map(w -> "  %-16s %s".formatted(w.name(), w.description()))
                .toArray(String[]::new));
    return Program.execute(line, out, err, args);
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      Suite.all().forEach(w -> out.printf("%-16s %s%n", w.name(), w.description()));
      return ExitCode.OK;
    }
    List<Workload> wanted = wanted();
    checkContenders(wanted);
    checkJvmFlags();
    List<ResultFile<Measurement>> results = resultOptions.files(Report::json, HtmlReport::page);
    for (Workload workload : wanted) {
      workload.check();
    }
    Path files = folderOfTheRun();
    var measurements = new ArrayList<Measurement>();
    try {
      for (Workload workload : wanted) {
        var plan =
            new Plan(quick, Set.copyOf(contenders), jvmFlags, files, spec.commandLine().getErr());
        plan.note("%s: %s", workload.name(), workload.description());
        workload.run(plan).stream()
            .filter(m -> plan.wants(m.contender()))
            .forEach(measurements::add);
        for (ResultFile<Measurement> each : results) {
          each.soFar(measurements);
        }
      }
      for (ResultFile<Measurement> each : results) {
        each.complete(measurements);
      }
    } finally {
      for (Workload workload : wanted) {
        workload.end();
      }
      Folders.delete(files);
      Report.print(measurements, out);
    }
    return ExitCode.OK;
  }

  private List<Workload> wanted() {
    List<Workload> all = Suite.all();
    if (names.isEmpty()) {
      return all;
    }
    var wanted = new LinkedHashSet<Workload>();
    for (String name : names) {
      List<Workload> meant = all.stream().filter(w -> w.answersTo(name)).toList();
      if (meant.isEmpty()) {
        throw bad("There is no workload " + name + "; there are " + known(all));
      }
      wanted.addAll(meant);
    }
    return List.copyOf(wanted);
  }

  private void checkContenders(List<Workload> wanted) {
    Set<String> known = new LinkedHashSet<>();
    wanted.forEach(w -> known.addAll(w.contenders()));
    for (String contender : contenders) {
      if (!known.contains(contender)) {
        throw bad(
            "There is no contender %s in these workloads; there are %s."
                .formatted(contender, String.join(", ", known)));
      }
    }
  }

  private void checkJvmFlags() {
    for (String flag : jvmFlags) {
      if (!flag.startsWith("-X") && !flag.startsWith("-D")) {
        throw bad("--jvm-flag " + flag + " is no flag of a JVM; it accepts -X… and -D….");
      }
    }
  }

  private Path folderOfTheRun() {
    Path base = folder == null ? Path.of(System.getProperty("java.io.tmpdir")) : folder;
    if (!Files.isDirectory(base)) {
      throw bad("--folder " + base + " is no folder.");
    }
    try {
      return Files.createTempDirectory(base, "weft-bench");
    } catch (IOException refused) {
      throw bad("--folder " + base + " can't be written to (" + refused + ").");
    }
  }

  private static String known(List<Workload> all) {
    return all.stream().map(Workload::name).collect(Collectors.joining(", ")) + ".";
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
