package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.ForceListener;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.store.log.LogOptions;
import dev.weft.kv.store.log.LogStorage;
import java.nio.file.Path;

/** What the documentation shows of the log engine; run by {@link LogSnippetsTest}. */
public final class LogSnippets {

  private LogSnippets() {}

  /** Counts how often it was called on a folder. */
  public static Future<Long> visits(Path folder) {
    // @start region="open"
    return async(
        () -> {
          try (LogStorage storage = await(LogStorage.open(folder, LogOptions.defaults()))) {
            Value before = await(storage.get("site", "visits"));
            long visits = before == null ? 1 : before.getInteger() + 1;
            await(storage.set("site", "visits", Value.newBuilder().setInteger(visits).build()));
            return visits; // on disk, whatever happens now
          }
        });
    // @end
  }

  /** Settings for much data that may be lost for a second. */
  public static LogOptions fast(ForceListener metric) {
    // @start region="options"
    LogOptions options =
        LogOptions.defaults()
            .withSync(SyncPolicy.EVERY_SECOND)
            .withSnapshotBytes(1L << 30)
            .withOnForce(metric); // records made durable, nanoseconds that it took
    // @end
    return options;
  }
}
