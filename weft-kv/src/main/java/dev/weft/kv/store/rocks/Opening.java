package dev.weft.kv.store.rocks;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.spawnBlocking;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.internal.ServicesOfTask;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.spi.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * How a folder becomes an open storage. The library may be missing: nothing here may mention its
 * classes, and what does is called where the failure to load them is caught.
 */
final class Opening {

  private static final System.Logger LOG = System.getLogger(RocksStorage.class.getName());
  private static final Duration SYNC_EVERY = Duration.ofSeconds(1);

  private Opening() {}

  static Future<RocksStorage> open(Path folder, RocksOptions options) {
    return async(
        () -> {
          Clock clock = await(new ServicesOfTask()).clock();
          JoinHandle<Database> job = spawnBlocking(() -> openNow(folder, options, clock));
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

  private static Callable<@Nullable Void> closing(Database database) {
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

  private static Database openNow(Path folder, RocksOptions options, Clock clock)
      throws IOException {
    try {
      return Folder.open(folder, options, clock);
    } catch (NoClassDefFoundError missing) {
      throw new IOException(
          "The folder %s can't be opened: RocksDB isn't on the class path;".formatted(folder)
              + " add the jar of org.rocksdb:rocksdbjni for this system.",
          missing);
    } catch (LinkageError unusable) {
      throw new IOException(
          "The folder %s can't be opened: RocksDB doesn't run on this system: %s"
              .formatted(folder, unusable.getMessage()),
          unusable);
    }
  }
}
