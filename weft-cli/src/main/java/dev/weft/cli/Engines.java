package dev.weft.cli;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.store.Storage;
import dev.weft.kv.store.log.LogOptions;
import dev.weft.kv.store.log.LogStorage;
import dev.weft.kv.store.rocks.RocksOptions;
import dev.weft.kv.store.rocks.RocksStorage;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Opens what keeps the pairs of a server. */
final class Engines {

  /**
   * An open engine.
   *
   * @param storage to be closed after the server
   * @param where the data are, for the user
   */
  record Opened(Storage storage, String where) {}

  private Engines() {}

  /** Opens the engine that was chosen; {@code forced} is told the writes of each force. */
  static Future<Opened> open(ServeConfig config, LongConsumer forced) {
    return switch (config.engine()) {
      case MEMORY -> async(() -> new Opened(memory(config), "data in memory only"));
      case LOG ->
          async(() -> opened(config, await(LogStorage.open(folder(config), log(config, forced)))));
      case ROCKSDB ->
          async(
              () ->
                  opened(config, await(RocksStorage.open(folder(config), rocks(config, forced)))));
    };
  }

  private static Storage memory(ServeConfig config) {
    Long max = config.chosen(ServeSettings.MAX_MEMORY);
    return max == null ? new MemoryStorage() : new MemoryStorage(max);
  }

  private static RocksOptions rocks(ServeConfig config, LongConsumer forced) {
    return RocksOptions.defaults()
        .withSync(config.get(ServeSettings.SYNC))
        .withOnForce((records, _) -> forced.accept(records));
  }

  private static LogOptions log(ServeConfig config, LongConsumer forced) {
    Long max = config.chosen(ServeSettings.MAX_MEMORY);
    LogOptions options =
        LogOptions.defaults()
            .withSync(config.get(ServeSettings.SYNC))
            .withSegmentBytes(config.get(ServeSettings.SEGMENT_SIZE))
            .withSnapshotBytes(config.get(ServeSettings.SNAPSHOT_SIZE))
            .withOnForce((records, _) -> forced.accept(records));
    return max == null ? options : options.withMaxBytes(max);
  }

  private static Path folder(ServeConfig config) {
    return Path.of(config.get(ServeSettings.DATA));
  }

  private static Opened opened(ServeConfig config, Storage storage) {
    return new Opened(
        storage,
        "data in %s (%s, sync %s)"
            .formatted(
                folder(config).toAbsolutePath().normalize(),
                ValueParser.dashed(config.engine()),
                ServeSettings.nameOf(config.get(ServeSettings.SYNC))));
  }
}
