package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.store.rocks.RocksOptions;
import dev.weft.kv.store.rocks.RocksStorage;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** What the documentation shows of the engine on RocksDB; run by {@link RocksSnippetsTest}. */
public final class RocksSnippets {

  private RocksSnippets() {}

  /** Counts the pairs of a table of any size. */
  public static Future<Long> count(Path folder, String table) {
    // @start region="scan"
    var options = RocksOptions.defaults().withSync(SyncPolicy.EVERY_SECOND).withCacheBytes(1 << 28);
    return async(
        () -> {
          try (RocksStorage storage = await(RocksStorage.open(folder, options))) {
            var pairs = new AtomicLong();
            await(storage.getAll(table).forEach(_ -> pairs.incrementAndGet()));
            return pairs.get(); // at no time more than a page of them in memory
          }
        });
    // @end
  }
}
