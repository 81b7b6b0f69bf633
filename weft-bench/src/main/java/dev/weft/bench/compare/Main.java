package dev.weft.bench.compare;

import dev.weft.bench.Program;
import dev.weft.bench.ResultFile;
import dev.weft.bench.ResultOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
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

  @Mixin private final ResultOptions resultOptions = new ResultOptions();

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
    Program.run((out, err, line) -> execute(Effort.FULL, Effort.QUICK, out, err, line), args);
  }

  /** Runs the program and returns its exit code. */
  static int execute(Effort full, Effort small, PrintWriter out, PrintWriter err, String... args) {
    return Program.execute(new CommandLine(new Main(full, small)), out, err, args);
  }

  @Override
  public Integer call() throws IOException {
    List<Contestant> contestants = contestants();
    List<Workload> wanted = workloads();
    List<ResultFile<Cell>> results = resultOptions.files(Main::json, ComparePage::page);
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

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
