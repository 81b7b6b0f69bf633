package dev.weft.kv.store.rocks;

import dev.weft.kv.store.ForceListener;
import dev.weft.kv.store.SyncPolicy;
import java.util.Objects;

/**
 * Settings of a {@link RocksStorage}. All memory is native, outside the heap.
 *
 * @param sync when the log is forced to disk
 * @param cacheBytes memory for blocks, indexes and filters read from disk, 1 MiB to 1 TiB
 * @param writeBufferBytes memory for pairs that are in the log and in no table file yet, 1 MiB to 1
 *     GiB; twice as much while one buffer is written out
 * @param maxOpenFiles table files kept open, 16 to 1,000,000
 * @param onForce told of each force; under {@link SyncPolicy#ALWAYS} the time is that of writing
 *     and forcing together
 */
public record RocksOptions(
    SyncPolicy sync,
    long cacheBytes,
    long writeBufferBytes,
    int maxOpenFiles,
    ForceListener onForce) {

  private static final long MIB = 1L << 20;

  /** Checks the numbers. */
  public RocksOptions {
    Objects.requireNonNull(sync, "sync");
    Objects.requireNonNull(onForce, "onForce");
    inRange("cacheBytes", cacheBytes, MIB, MIB << 20);
    inRange("writeBufferBytes", writeBufferBytes, MIB, MIB << 10);
    inRange("maxOpenFiles", maxOpenFiles, 16, 1_000_000);
  }

  /**
   * Always forced, 64 MiB of cache, write buffers of 32 MiB, 512 open files.
   *
   * @return the defaults
   */
  public static RocksOptions defaults() {
    return new RocksOptions(SyncPolicy.ALWAYS, 64 * MIB, 32 * MIB, 512, (_, _) -> {});
  }

  /**
   * These settings with another policy.
   *
   * @param policy when the log is forced
   * @return new settings
   */
  public RocksOptions withSync(SyncPolicy policy) {
    return new RocksOptions(policy, cacheBytes, writeBufferBytes, maxOpenFiles, onForce);
  }

  /**
   * These settings with another size of the cache.
   *
   * @param bytes 1 MiB to 1 TiB
   * @return new settings
   */
  public RocksOptions withCacheBytes(long bytes) {
    return new RocksOptions(sync, bytes, writeBufferBytes, maxOpenFiles, onForce);
  }

  /**
   * These settings with another size of a write buffer.
   *
   * @param bytes 1 MiB to 1 GiB
   * @return new settings
   */
  public RocksOptions withWriteBufferBytes(long bytes) {
    return new RocksOptions(sync, cacheBytes, bytes, maxOpenFiles, onForce);
  }

  /**
   * These settings with another limit of open files.
   *
   * @param files 16 to 1,000,000
   * @return new settings
   */
  public RocksOptions withMaxOpenFiles(int files) {
    return new RocksOptions(sync, cacheBytes, writeBufferBytes, files, onForce);
  }

  /**
   * These settings with a listener in place of the one before.
   *
   * @param listener told of each force
   * @return new settings
   */
  public RocksOptions withOnForce(ForceListener listener) {
    return new RocksOptions(sync, cacheBytes, writeBufferBytes, maxOpenFiles, listener);
  }

  private static void inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; accepted is " + least + " to " + most + ".");
    }
  }
}
