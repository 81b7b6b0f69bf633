package dev.weft.kv.store.log;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import dev.weft.kv.store.Storage;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A storage that keeps everything in memory and logs every write to a folder, from which it comes
 * back after an end of any kind.
 *
 * <p>A write is answered, and seen by readers, when it is in the log, and under {@link
 * dev.weft.kv.store.SyncPolicy#ALWAYS} when it is on the disk. Writes that come at the same time
 * are forced together, so many writers get many times the rate of one. Reads never touch the disk.
 *
 * {@snippet class="dev.weft.kv.snippets.LogSnippets" region="open"}
 *
 * <p>Close it before the runtime; a runtime that is closed first ends it as a crash would, apart
 * from giving the folder free. It occupies one thread of the runtime's blocking pool while it is
 * open, and needs a second one now and then, for snapshots.
 *
 * <p><em>Errors:</em> after a write or a force of the log has failed, nobody knows what is on the
 * disk. From then on each write fails with an {@link IOException} that names the folder and the
 * first cause, reads go on, and only opening it anew helps. A disk that is full when the log needs
 * another segment refuses the writes that need it, with {@link
 * dev.weft.kv.store.StorageFullException}, until there is room.
 *
 * <p><em>Cancellation:</em> a write that is cancelled before it is on its way to the disk isn't
 * done; later it is.
 */
public final class LogStorage implements Storage {

  /*
   * Idea: state in memory, changes in an append-only log, a snapshot of the state now and then so
   * that the log doesn't grow for ever. One thread writes.
   *
   *   callers ──> WriteQueue ──batch──> Writer ──records──> LogWriter ──> segment-N on disk
   *      │                                 │ when they are written, and forced if that is the policy
   *      └────────── reads ──> Tables <────┘ Plan.apply
   *
   * - Writer: plans a batch, logs it, applies it, answers it, in this order. See there for the promise.
   * - LogWriter, Spare: segments of a fixed length, filled with zeros ahead of use.
   * - Snapshots, SnapshotFile: a fuzzy walk through the tables from a segment's beginning on.
   * - Recovery: newest whole snapshot, then the log up to the first thing that isn't the next record.
   * - RecordBuffer, RecordReader, FileHeader, FileNames: the form on disk.
   * - Disk: the only way to the file system, so that tests can break it.
   *
   * Ownership: the folder, its files, the plan and the log are the writing thread's, from Opening until
   * it ends. Tables are written by it and read by all. Callers meet it in the queue only.
   *
   * Why readers never see a write that isn't acknowledged (and, under ALWAYS, durable): what one client
   * has read, another client or the same one after a crash must not find undone.
   */

  private final Tables tables;
  private final WriteQueue queue;
  private final Counters counters;
  private final RecoveryReport recovery;
  private final WriteQueue.Refusal closed;
  private volatile boolean closing;

  LogStorage(
      Tables tables,
      WriteQueue queue,
      Counters counters,
      RecoveryReport recovery,
      WriteQueue.Refusal closed) {
    this.tables = tables;
    this.queue = queue;
    this.counters = counters;
    this.recovery = recovery;
    this.closed = closed;
  }

  /**
   * Opens a folder, which is made if it isn't there, and brings its contents into memory.
   *
   * <p><em>Cancellation:</em> the folder is free again when the cancel is over.
   *
   * @param folder where the log is; no other process may have it open
   * @param options settings; those of earlier runs don't matter
   * @return completes with the open storage; failure with an {@link IOException} if the folder
   *     can't be used, holds a RocksDB database, is in use (with the process that has it), or lacks
   *     the beginning of its log
   */
  public static Future<LogStorage> open(Path folder, LogOptions options) {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(options, "options");
    return Opening.open(() -> FileDisk.open(folder), options);
  }

  /**
   * What opening found, and what it couldn't use.
   *
   * @return always the same
   */
  public RecoveryReport recovery() {
    return recovery;
  }

  /**
   * What it has done since it was opened.
   *
   * @return a snapshot
   */
  public LogStats stats() {
    return counters.stats(tables.used());
  }

  @Override
  public Future<@Nullable Value> get(String table, String key) {
    check(table, key);
    return new ReadCall<>(
        () -> {
          checkOpen();
          return tables.get(table, key);
        });
  }

  @Override
  public Future<@Nullable Value> set(String table, String key, Value value) {
    check(table, key);
    return new SetCall(queue, table, key, Objects.requireNonNull(value, "value"));
  }

  @Override
  public Future<@Nullable Value> del(String table, String key) {
    check(table, key);
    return new DelCall(queue, table, key);
  }

  @Override
  public Future<Boolean> exist(String table, String key) {
    check(table, key);
    return new ReadCall<>(
        () -> {
          checkOpen();
          return tables.get(table, key) != null;
        });
  }

  @Override
  public AsyncStream<Kvpair> getAll(String table) {
    Objects.requireNonNull(table, "table");
    return new TableStream(
        () -> {
          checkOpen();
          return tables.view(table);
        });
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> getMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    List<String> asked = List.copyOf(keys);
    return new ReadCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(asked.size());
          for (String key : asked) {
            outcomes.add(new Outcome.Done<>(tables.get(table, key)));
          }
          return outcomes;
        });
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> setMany(String table, List<Kvpair> pairs) {
    Objects.requireNonNull(table, "table");
    return new SetManyCall(queue, table, pairs);
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> delMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    return new DelManyCall(queue, table, keys);
  }

  @Override
  public Future<List<Outcome<Boolean>>> existMany(String table, List<String> keys) {
    Objects.requireNonNull(table, "table");
    List<String> asked = List.copyOf(keys);
    return new ReadCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<Boolean>>(asked.size());
          for (String key : asked) {
            outcomes.add(new Outcome.Done<>(tables.get(table, key) != null));
          }
          return outcomes;
        });
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public Future<Void> closeAsync() {
    return async(
        () -> {
          closing = true;
          queue.refuse(closed);
          await(new EndCall(queue));
        });
  }

  private void checkOpen() throws IOException {
    if (closing) {
      throw closed.toException();
    }
  }

  private static void check(String table, String key) {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
  }
}
