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

  /** A workload has ended. */
  void soFar(List<Measurement> measurements) throws IOException {
    if (isReplaceable()) {
      write(measurements);
    }
  }

  /** All workloads have ended. */
  void complete(List<Measurement> measurements) throws IOException {
    if (!isReplaceable()) { // such as a pipe, which takes the text once
      Files.writeString(file, format.apply(measurements), StandardCharsets.UTF_8);
    }
  }

  private boolean isReplaceable() {
    return Files.isRegularFile(file) || Files.notExists(file);
  }

  private void write(List<Measurement> measurements) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path beside = target.resolveSibling(target.getFileName() + ".part");
    Files.writeString(beside, format.apply(measurements), StandardCharsets.UTF_8);
    Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
