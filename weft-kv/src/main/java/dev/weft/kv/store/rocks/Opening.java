package dev.weft.kv.store.rocks;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.spawnBlocking;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.store.SyncPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** How a folder becomes an open storage. */
final class Opening {

  private static final System.Logger LOG = System.getLogger(RocksStorage.class.getName());
  private static final Duration SYNC_EVERY = Duration.ofSeconds(1);

  /** Written into the folder for those who find it in use. */
  private static final String HOLDER = "holder";

  private static final String DATABASE = "CURRENT";
  private static final String LOCK = "LOCK";

  private Opening() {}

  static Future<RocksStorage> open(Path folder, RocksOptions options) {
    return async(
        () -> {
          JoinHandle<Database> job = spawnBlocking(() -> openNow(folder, options));
          Database database = awaitOrClose(job);
          return new RocksStorage(
              database, options.sync() == SyncPolicy.EVERY_SECOND ? syncing(database) : null);
        });
  }

  /** The job can't be stopped half-way: if nobody wants its result any more, that is closed. */
  private static Database awaitOrClose(JoinHandle<Database> job) throws Exception {
    try {
      return await(job);
    } catch (Cancellation cancelled) {
      try {
        Database unwanted = await(job);
        await(spawnBlocking(closing(unwanted)));
      } catch (IOException notOpened) {
        cancelled.addSuppressed(notOpened);
      }
      throw cancelled;
    }
  }

  static java.util.concurrent.Callable<@Nullable Void> closing(Database database) {
    return () -> {
      database.close();
      return null;
    };
  }

  /** Forces the log once a second until it is aborted. */
  private static JoinHandle<Void> syncing(Database database) {
    return spawn(
        async(
            () -> {
              while (true) {
                await(sleep(SYNC_EVERY));
                try {
                  await(
                      spawnBlocking(
                          () -> {
                            database.sync();
                            return true;
                          }));
                } catch (IOException failed) {
                  // Writes are refused from now on and say so, too.
                  LOG.log(System.Logger.Level.ERROR, failed.getMessage());
                  return;
                }
              }
            }));
  }

  private static Database openNow(Path folder, RocksOptions options) throws IOException {
    Files.createDirectories(folder);
    refuseForeign(folder);
    try {
      var database = new Database(folder, Natives.open(folder, options));
      try {
        writeHolder(folder);
      } catch (IOException failure) {
        database.close();
        throw failure;
      }
      return database;
    } catch (RocksDBException failure) {
      String message = String.valueOf(failure.getMessage());
      if (message.contains("lock hold by current process")) {
        throw inUse(folder, "this process, " + ProcessHandle.current().pid(), failure);
      }
      if (message.contains("While lock file")) {
        throw inUse(folder, "process " + holder(folder), failure);
      }
      throw new IOException(
          "The storage in %s can't be opened: %s".formatted(folder, message), failure);
    }
  }

  /** A folder with files of something else is refused rather than shared with it. */
  private static void refuseForeign(Path folder) throws IOException {
    if (Files.exists(folder.resolve(DATABASE))) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> foreign =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !isOurs(name))
              .sorted()
              .toList();
      if (!foreign.isEmpty()) {
        throw new IOException(
            "The folder %s holds %s, and no RocksDB database; an empty folder is accepted."
                .formatted(folder, foreign.getFirst()));
      }
    }
  }

  /** What an attempt that ended early may have left. */
  private static boolean isOurs(String name) {
    return name.equals(LOCK)
        || name.equals(HOLDER)
        || name.equals("IDENTITY")
        || name.startsWith("LOG")
        || name.startsWith("MANIFEST-")
        || name.startsWith("OPTIONS-")
        || name.endsWith(".dbtmp");
  }

  private static void writeHolder(Path folder) throws IOException {
    String pid = ProcessHandle.current().pid() + "\n";
    Files.writeString(folder.resolve(HOLDER), pid, StandardCharsets.US_ASCII);
  }

  private static String holder(Path folder) {
    try {
      return Files.readString(folder.resolve(HOLDER), StandardCharsets.US_ASCII).strip();
    } catch (IOException notYet) {
      return "of unknown id";
    }
  }

  private static IOException inUse(Path folder, String holder, RocksDBException cause) {
    return new IOException(
        "The folder %s is in use by %s; one process at a time may open it."
            .formatted(folder, holder),
        cause);
  }
}
