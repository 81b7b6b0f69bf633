package dev.weft.bench.compare;

import dev.weft.bench.ResultFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code weft compare}: the same workloads on each model of concurrency.
 *
 * <p>Exit codes: 0 done, also if a model couldn't do all of it; 1 the environment failed; 2 bad
 * input.
 */
@Command(
    name = "compare",
    description =
        "Runs the same workloads on each model of concurrency, and prints what each costs. Takes"
            + " less than 3 minutes.",
    mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "Smaller and shorter: less than 1 minute.")
  private boolean quick;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "Only this model; may be given several times (default: all).")
  private List<String> models = new ArrayList<>();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "Only this workload; may be given several times (default: all).")
  private List<String> workloads = new ArrayList<>();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures to this file, too.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with tables and plots to this file, too.")
  private @Nullable Path html;

  private final Effort full;
  private final Effort small;

  private Main(Effort full, Effort small) {
    this.full = full;
    this.small = small;
  }

  /**
   * Runs the program and ends the process.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(execute(Effort.FULL, Effort.QUICK, out, err, args));
  }

  /** Runs the program and returns its exit code. */
  static int execute(Effort full, Effort small, PrintWriter out, PrintWriter err, String... args) {
    var line = new CommandLine(new Main(full, small));
    line.setOut(out);
    line.setErr(err);
    line.setParameterExceptionHandler(
        (bad, _) -> {
          err.println("weft compare: " + bad.getMessage());
          return ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, _, _) -> {
          String message = failure.getMessage();
          err.println("weft compare: " + (message == null ? failure.toString() : message));
          return ExitCode.SOFTWARE;
        });
    return line.execute(args);
  }

  @Override
  public Integer call() throws IOException {
    List<Contestant> contestants = contestants();
    List<Workload> wanted = workloads();
    checkWritable("--json", json);
    checkWritable("--html", html);
    List<ResultFile<Cell>> results = results();
    Effort effort = quick ? small : full;
    var runner = new CellRunner(effort, Limits.ofThisSystem());
    long start = System.nanoTime();
    var cells = new ArrayList<Cell>();
    int all = wanted.size() * contestants.size();
    for (Workload workload : wanted) {
      for (Contestant contestant : contestants) {
        Duration left = effort.total().minusNanos(System.nanoTime() - start);
        Cell cell = runner.run(contestant, workload, left, all - cells.size());
        cells.add(cell);
        progress(cell, cells.size(), all, start);
      }
      for (ResultFile<Cell> each : results) {
        each.soFar(cells);
      }
    }
    for (ResultFile<Cell> each : results) {
      each.complete(cells);
    }
    Overview.print(cells, spec.commandLine().getOut());
    return ExitCode.OK;
  }

  private void progress(Cell cell, int done, int all, long start) {
    spec.commandLine()
        .getErr()
        .printf(
            "%d/%d, %d s: %s %s %s%n",
            done,
            all,
            Duration.ofNanos(System.nanoTime() - start).toSeconds(),
            cell.workload(),
            cell.model(),
            cell.reason() == null ? "done" : cell.status().label() + ": " + cell.reason());
  }

  private List<ResultFile<Cell>> results() {
    var results = new ArrayList<ResultFile<Cell>>();
    if (json != null) {
      results.add(new ResultFile<>(json, Main::json));
    }
    if (html != null) {
      results.add(new ResultFile<>(html, ComparePage::page));
    }
    return results;
  }

  /** An array with an object for each cell. */
  static String json(List<Cell> cells) {
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(cells)
        + System.lineSeparator();
  }

  private List<Contestant> contestants() {
    List<Contestant> all = Contestants.all();
    List<String> known = all.stream().map(Contestant::name).toList();
    checkKnown("model", models, known);
    return all.stream().filter(each -> models.isEmpty() || models.contains(each.name())).toList();
  }

  private List<Workload> workloads() {
    List<Workload> all = Arrays.asList(Workload.values());
    checkKnown("workload", workloads, all.stream().map(Workload::label).toList());
    return all.stream()
        .filter(each -> workloads.isEmpty() || workloads.contains(each.label()))
        .toList();
  }

  private void checkKnown(String what, List<String> asked, List<String> known) {
    for (String name : asked) {
      if (!known.contains(name)) {
        throw bad(
            "There is no %s %s; there are %s.".formatted(what, name, String.join(", ", known)));
      }
    }
  }

  private void checkWritable(String option, @Nullable Path file) {
    if (file != null) {
      ResultFile.refusal(file)
          .ifPresent(
              reason -> {
                throw bad(option + " " + reason);
              });
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
