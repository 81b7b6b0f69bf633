package dev.weft.bench.files;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.fs.AsyncFiles;
import dev.weft.fs.Entries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/** Files on Weft: tasks that read, and a task that walks. */
final class WeftFiles {

  static final int WORKERS = 2;
  static final int AT_ONCE = 64;

  private WeftFiles() {}

  /**
   * Answers {@code read} and {@code du} until the input ends, see {@link Rounds}.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    try (Weft weft = Weft.builder().workers(WORKERS).build()) {
      Control.say("ready", 0);
      Control.serveUntilEnd(
          Map.of(
              "read", Rounds.of(() -> weft.blockOn(read(root))),
              "du", Rounds.of(() -> weft.blockOn(du(root)))));
    }
  }

  static Future<Long> read(Path root) {
    return async(
        () -> {
          var readers = new ArrayList<Future<Long>>();
          for (int i = 0; i < AT_ONCE; i++) {
            readers.add(spawn(share(root, i)));
          }
          return await(join(readers)).stream().mapToLong(Long::longValue).sum();
        });
  }

  private static Future<Long> share(Path root, int first) {
    return async(
        () -> {
          long bytes = 0;
          for (int i = first; i < FileTree.READS; i += AT_ONCE) {
            bytes += await(AsyncFiles.readAll(FileTree.file(root, i))).length;
          }
          return bytes;
        });
  }

  static Future<Long> du(Path root) {
    return async(
        () -> {
          long bytes = 0;
          try (Entries entries = AsyncFiles.walk(root)) {
            Entries.Entry entry = await(entries.next());
            while (entry != null) {
              if (entry.metadata().isRegularFile()) {
                bytes += entry.metadata().size();
              }
              entry = await(entries.next());
            }
          }
          return bytes;
        });
  }
}
