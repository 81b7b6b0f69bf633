package dev.weft.bench.files;

import dev.weft.bench.process.Control;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Files on threads that block: virtual ones for many reads, a single one for a walk. */
final class BlockingFiles {

  /** As many carriers as the other has workers; more come by themselves while a read blocks. */
  static final List<String> FLAGS =
      List.of("-Djdk.virtualThreadScheduler.parallelism=" + WeftFiles.WORKERS);

  private BlockingFiles() {}

  /**
   * Answers {@code read} and {@code du} until the input ends, see {@link Rounds}.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    Control.say("ready", 0);
    Control.serveUntilEnd(
        Map.of("read", Rounds.of(() -> read(root)), "du", Rounds.of(() -> walk(root))));
  }

  static long read(Path root) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var readers = new ArrayList<Callable<Long>>();
      for (int i = 0; i < WeftFiles.AT_ONCE; i++) {
        int first = i;
        readers.add(() -> share(root, first));
      }
      long bytes = 0;
      for (Future<Long> each : threads.invokeAll(readers)) {
        bytes += each.get();
      }
      return bytes;
    }
  }

  private static long share(Path root, int first) throws IOException {
    long bytes = 0;
    for (int i = first; i < FileTree.READS; i += WeftFiles.AT_ONCE) {
      bytes += Files.readAllBytes(FileTree.file(root, i)).length;
    }
    return bytes;
  }

  static long walk(Path root) throws IOException {
    var sum =
        new SimpleFileVisitor<Path>() {
          private long bytes;

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(root, sum);
    return sum.bytes;
  }
}
