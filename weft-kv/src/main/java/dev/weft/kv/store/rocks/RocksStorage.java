package dev.weft.kv.store.rocks;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawnBlocking;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import dev.weft.kv.store.Storage;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A storage on RocksDB, for data larger than memory. It needs the jar of {@code
 * org.rocksdb:rocksdbjni} on the class path, which weft-kv doesn't bring along.
 *
 * {@snippet class="dev.weft.kv.snippets.RocksSnippets" region="scan"}
 *
 * <p>Requests that come at the same time go to the database together: writes in one batch, which is
 * forced once, reads in one look-up. All of it happens on the runtime's blocking pool; up to two
 * reads and one write at a time, besides scans.
 *
 * <p>{@link #getAll} fetches pages of up to 256 pairs or about 64 KiB, so a table of any size may
 * be read. While a scan is under way the database keeps the files that it reads. A stream that is
 * dropped before its end gives them free when it is garbage and another request comes.
 *
 * <p>Close it before the runtime.
 *
 * <p><em>Errors:</em> an {@link IOException} that names the folder. After a write or a force has
 * failed, each later write fails with that cause until the storage is opened anew; reads go on.
 *
 * <p><em>Cancellation:</em> a write that is cancelled before its batch has begun isn't done; later
 * it is.
 */
public final class RocksStorage implements Storage {

  private static final int READERS = 2; // so that a slow look-up doesn't hold up all others
  private static final int ROUND_CALLS = 1024;
  private static final long ROUND_BYTES = 4L << 20;

  private final Database database;
  private final @Nullable JoinHandle<Void> syncing;
  private final Rounds reads;
  private final Rounds writes;

  RocksStorage(Database database, @Nullable JoinHandle<Void> syncing) {
    this.database = database;
    this.syncing = syncing;
    this.reads = new Rounds(database::read, READERS, ROUND_CALLS, ROUND_BYTES);
    this.writes = new Rounds(database::write, 1, ROUND_CALLS, ROUND_BYTES);
  }

  /**
   * Opens a folder, which is made if it isn't there.
   *
   * <p><em>Cancellation:</em> the folder is free again when the cancel is over.
   *
   * @param folder where the database is; no other process may have it open
   * @param options settings; those of earlier runs don't matter
   * @return completes with the open storage; failure with an {@link IOException} if the folder
   *     can't be used, holds something else or is in use (with the process that has it), or if
   *     RocksDB is missing
   */
  public static Future<RocksStorage> open(Path folder, RocksOptions options) {
    return Opening.open(
        Objects.requireNonNull(folder, "folder"), Objects.requireNonNull(options, "options"));
  }

  @Override
  public Future<@Nullable Value> get(String table, String key) {
    check(table, key);
    return new Call<>(reads, Shape.VALUE, table, List.of(key), null);
  }

  @Override
  public Future<@Nullable Value> set(String table, String key, Value value) {
    check(table, key);
    Objects.requireNonNull(value, "value");
    return new Call<>(writes, Shape.VALUE, table, List.of(key), List.of(value));
  }

  @Override
  public Future<@Nullable Value> del(String table, String key) {
    check(table, key);
    return new Call<>(writes, Shape.VALUE, table, List.of(key), null);
  }

  @Override
  public Future<Boolean> exist(String table, String key) {
    check(table, key);
    return new Call<>(reads, Shape.FOUND, table, List.of(key), null);
  }

  @Override
  public AsyncStream<Kvpair> getAll(String table) {
    return new ScanStream(database, Objects.requireNonNull(table, "table"));
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> getMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    return new Call<>(reads, Shape.VALUES, table, List.copyOf(keys), null);
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> setMany(String table, List<Kvpair> pairs) {
    Objects.requireNonNull(table, "table");
    return new Call<>(
        writes,
        Shape.VALUES,
        table,
        pairs.stream().map(Kvpair::getKey).toList(),
        pairs.stream().map(Kvpair::getValue).toList());
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> delMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    return new Call<>(writes, Shape.VALUES, table, List.copyOf(keys), null);
  }

  @Override
  public Future<List<Outcome<Boolean>>> existMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    return new Call<>(reads, Shape.ALL_FOUND, table, List.copyOf(keys), null);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public Future<Void> closeAsync() {
    return async(
        () -> {
          reads.refuse(database::closedException);
          writes.refuse(database::closedException);
          if (syncing != null) {
            syncing.abort();
          }
          // What was taken is still done, here if no thread has come to it.
          await(
              spawnBlocking(
                  () -> {
                    writes.runAll();
                    reads.runAll();
                    database.close();
                    return true;
                  }));
        });
  }

  Database database() {
    return database;
  }

  /** For tests: scans that hold native objects. */
  int openScans() {
    return database.scans().count();
  }

  private static void check(String table, String key) {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
  }
}
