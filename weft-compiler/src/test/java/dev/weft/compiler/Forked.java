package dev.weft.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The JDK's programs as processes of their own, as a build runs them. */
public final class Forked {

  private static final int LIMIT_SECONDS = 120;

  private Forked() {}

  /**
   * What came of it.
   *
   * @param code exit code
   * @param output what it wrote to both streams
   */
  public record Result(int code, String output) {}

  /** Runs javac with the library on its class path, in a folder. */
  public static Result javac(Path folder, String... arguments) throws Exception {
    return run(folder, "javac", arguments);
  }

  /** Runs a class with the library on its class path. */
  public static Result java(Path folder, Path classes, String main) throws Exception {
    return run(
        folder,
        "java",
        "--add-opens",
        "java.base/java.lang=ALL-UNNAMED",
        "-Xverify:all",
        "-cp",
        classes + java.io.File.pathSeparator + Javac.library(),
        main);
  }

  /** Runs a program of the JDK in a folder. */
  public static Result run(Path folder, String program, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", program).toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("weft-forked", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
      return new Result(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
