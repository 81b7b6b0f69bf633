package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Runs a tool in a process of its own and returns what it printed. */
public final class ForkedTool {
  public static final String JAVA_HOME = System.getProperty("java.home");

  private ForkedTool() {}

  public record Result(int code, String output) {}

  public static String jdk(String program) {
    return Path.of(JAVA_HOME, "bin", program).toString();
  }

  public static Result run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    return run(folder, command, Duration.ofMinutes(5));
  }

  public static Result run(Path folder, List<String> command, Duration limit)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(limit)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Result(process.exitValue(), Files.readString(output));
  }
}
