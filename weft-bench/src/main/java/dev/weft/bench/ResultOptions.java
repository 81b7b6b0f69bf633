package dev.weft.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a program that writes its measurements to files, too. */
public final class ResultOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the measurements to this file, too.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with tables and plots to this file, too.")
  private @Nullable Path html;

  /** Options that aren't given. */
  public ResultOptions() {}

  /**
   * The files, each of which can be written.
   *
   * @param asJson measurements as JSON
   * @param asPage measurements as a page
   * @param <M> what a measurement is
   * @return a file for each option that is given
   * @throws ParameterException if one can't be written, or both are the same
   */
  public <M> List<ResultFile<M>> files(
      Function<List<M>, String> asJson, Function<List<M>, String> asPage) {
    var files = new ArrayList<ResultFile<M>>();
    if (json != null) {
      checkWritable("--json", json);
      files.add(new ResultFile<>(json, asJson));
    }
    if (html != null) {
      checkWritable("--html", html);
      files.add(new ResultFile<>(html, asPage));
    }
    if (json != null && html != null && isSame(json, html)) {
      throw bad("--json and --html are both " + json + "; give each a file of its own.");
    }
    return files;
  }

  private static boolean isSame(Path one, Path other) {
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  private void checkWritable(String option, Path file) {
    ResultFile.refusal(file)
        .ifPresent(
            reason -> {
              throw bad(option + " " + reason);
            });
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
