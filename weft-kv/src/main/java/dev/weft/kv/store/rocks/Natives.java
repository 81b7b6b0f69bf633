package dev.weft.kv.store.rocks;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The open database with all objects of the native library that live as long as it does. */
final class Natives implements AutoCloseable {

  private static final double FILTER_BITS = 10;
  private static final int CACHE_SHARDS = 4;
  private static final long MAX_INFO_LOG = 1 << 20;

  private final Deque<AutoCloseable> owned = new ArrayDeque<>(); // closed last one first
  private final RocksDB db;
  private final boolean forcesWrites;
  private final WriteOptions writing;
  private final ReadOptions reading;

  private Natives(Path folder, RocksOptions settings) throws RocksDBException {
    try {
      LRUCache cache = own(new LRUCache(settings.cacheBytes(), CACHE_SHARDS));
      BlockBasedTableConfig tables =
          new BlockBasedTableConfig()
              .setBlockCache(cache)
              .setCacheIndexAndFilterBlocks(true) // else they'd take memory without limit
              .setPinL0FilterAndIndexBlocksInCache(true)
              .setFilterPolicy(own(new BloomFilter(FILTER_BITS)));
      Options options =
          own(new Options())
              .setCreateIfMissing(true)
              .setTableFormatConfig(tables)
              .setCompressionType(CompressionType.LZ4_COMPRESSION)
              .setDbWriteBufferSize(2 * settings.writeBufferBytes())
              .setWriteBufferSize(settings.writeBufferBytes())
              .setMaxOpenFiles(settings.maxOpenFiles())
              .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
              .setMaxLogFileSize(MAX_INFO_LOG)
              .setKeepLogFileNum(2);
      forcesWrites =
          switch (settings.sync()) {
            case ALWAYS -> true;
            case EVERY_SECOND, NEVER -> false;
          };
      writing = own(new WriteOptions().setSync(forcesWrites));
      reading = own(new ReadOptions());
      db = own(RocksDB.open(options, folder.toString()));
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  /** Loads the library and opens the folder; it blocks. */
  static Natives open(Path folder, RocksOptions options) throws RocksDBException {
    RocksDB.loadLibrary();
    return new Natives(folder, options);
  }

  private <T extends AutoCloseable> T own(T part) {
    owned.push(part);
    return part;
  }

  RocksDB db() {
    return db;
  }

  /** What the keys have, in their order. */
  List<byte @Nullable []> getAll(List<byte[]> keys) throws RocksDBException {
    return switch (keys.size()) {
      case 0 -> List.of();
      case 1 -> {
        var one = new ArrayList<byte @Nullable []>(1);
        one.add(db.get(reading, keys.getFirst()));
        yield one;
      }
      default -> db.multiGetAsList(reading, keys);
    };
  }

  /** Whether {@link #write} forces what it writes. */
  boolean forcesWrites() {
    return forcesWrites;
  }

  void write(WriteBatch batch) throws RocksDBException {
    db.write(writing, batch);
  }

  ReadOptions reading() {
    return reading;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception impossible) {
        throw new AssertionError("native objects close without exceptions", impossible);
      }
    }
  }
}
