package dev.weft.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;

/**
 * A file with the measurements so far. It is replaced as a whole after each workload, so that a run
 * that is stopped, or fails, leaves what it has measured and never half a file.
 *
 * @param file where it is
 * @param format the measurements as its text
 */
record ResultFile(Path file, Function<List<Measurement>, String> format) {

  /** Fails as writing the file would, and leaves nothing behind. */
  static void check(Path file) throws IOException {
    if (isReplaceable(file)) {
      Path beside = beside(target(file));
      Files.writeString(beside, "", StandardCharsets.UTF_8);
      Files.delete(beside);
    }
  }

  /** A workload has ended. */
  void soFar(List<Measurement> measurements) throws IOException {
    if (isReplaceable(file)) {
      write(measurements);
    }
  }

  /** All workloads have ended. */
  void complete(List<Measurement> measurements) throws IOException {
    if (!isReplaceable(file)) { // such as a pipe, which takes the text once
      Files.writeString(file, format.apply(measurements), StandardCharsets.UTF_8);
    }
  }

  private static boolean isReplaceable(Path file) {
    return Files.isRegularFile(file) || Files.notExists(file);
  }

  private void write(List<Measurement> measurements) throws IOException {
    Path target = target(file);
    Path beside = beside(target);
    Files.writeString(beside, format.apply(measurements), StandardCharsets.UTF_8);
    Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path target(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
  }

  private static Path beside(Path target) {
    return target.resolveSibling(target.getFileName() + ".part");
  }
}
