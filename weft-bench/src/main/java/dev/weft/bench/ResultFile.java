package dev.weft.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file with the measurements so far. It is replaced as a whole after each workload, so that a run
 * that is stopped, or fails, leaves what it has measured and never half a file.
 *
 * @param file where it is
 * @param format the measurements as its text
 * @param <M> what a measurement is
 */
public record ResultFile<M>(Path file, Function<List<M>, String> format) {

  /**
   * Why a file can't be written, which is found out before minutes of measuring, not after them.
   * Leaves nothing behind.
   *
   * @param file where it would be
   * @return a sentence; empty if it can be written
   */
  public static Optional<String> refusal(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || parent == null || !Files.isDirectory(parent)) {
      return Optional.of(file + " is no file in a folder that exists.");
    }
    try {
      if (isReplaceable(file)) {
        Path beside = beside(target(file));
        Files.writeString(beside, "", StandardCharsets.UTF_8);
        Files.delete(beside);
      }
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of(file + " can't be written (" + refused + ").");
    }
  }

  /**
   * A workload has ended.
   *
   * @param measurements all until now
   * @throws IOException if the file can't be written
   */
  public void soFar(List<M> measurements) throws IOException {
    if (isReplaceable(file)) {
      write(measurements);
    }
  }

  /**
   * All workloads have ended.
   *
   * @param measurements all of them
   * @throws IOException if the file can't be written
   */
  public void complete(List<M> measurements) throws IOException {
    if (!isReplaceable(file)) { // such as a pipe, which takes the text once
      Files.writeString(file, format.apply(measurements), StandardCharsets.UTF_8);
    }
  }

  private static boolean isReplaceable(Path file) {
    return Files.isRegularFile(file) || Files.notExists(file);
  }

  private void write(List<M> measurements) throws IOException {
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
