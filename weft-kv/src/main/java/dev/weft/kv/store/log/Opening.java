package dev.weft.kv.store.log;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.selectBiased;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Selected;
import dev.weft.Weft;
import dev.weft.kv.internal.ServicesOfTask;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.spi.Clock;
import dev.weft.spi.Services;
import dev.weft.sync.Oneshot;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The job that a storage's writing thread does, from the lock of the folder to its release. */
final class Opening {

  /*
   * Idea: one blocking job opens the folder, recovers it, hands the storage to the task that waits, and
   * goes on as its writer. So there is no moment at which open files belong to nobody: however the job ends
   * (a failure, a cancelled opening, a runtime that closes), it closes what it has opened.
   */

  /** Gives the folder. */
  @FunctionalInterface
  interface Source {
    Disk open() throws IOException;
  }

  private final Source source;
  private final LogOptions options;
  private final Weft weft;
  private final Clock clock;
  private final Oneshot.Sender<LogStorage> opened;
  private final Deque<Closeable> files = new ArrayDeque<>(); // the last one is closed first

  private Opening(
      Source source,
      LogOptions options,
      Weft weft,
      Clock clock,
      Oneshot.Sender<LogStorage> opened) {
    this.source = source;
    this.options = options;
    this.weft = weft;
    this.clock = clock;
    this.opened = opened;
  }

  static Future<LogStorage> open(Source source, LogOptions options) {
    return async(
        () -> {
          Services services = await(new ServicesOfTask());
          Oneshot<LogStorage> opened = Oneshot.create();
          var opening =
              new Opening(source, options, services.runtime(), services.clock(), opened.sender());
          JoinHandle<@Nullable Void> job = services.runtime().spawnBlocking(opening::run);
          try {
            if (await(selectBiased(opened.receiver().recv(), job))
                instanceof Selected.First(LogStorage storage)) {
              return storage;
            }
            throw new IOException("The storage ended while it was being opened.");
          } catch (Cancellation cancelled) {
            job.abort();
            try {
              await(job);
            } catch (IOException | CancellationException ended) {
              cancelled.addSuppressed(ended);
            }
            throw cancelled;
          }
        });
  }

  private @Nullable Void run() throws IOException {
    Writer writer;
    try {
      writer = prepare();
    } catch (Throwable failure) {
      try {
        closeFiles();
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
    writer.run();
    return null;
  }

  private Writer prepare() throws IOException {
    Disk disk = source.open();
    files.push(disk.lock(FileNames.LOCK));
    var tables = new Tables();
    var spare = new Spare(disk, options.segmentBytes());
    files.push(spare);
    var recovery = new Recovery(disk, tables);
    LogWriter.Tail tail = recovery.run(spare, options.segmentBytes());
    var counters = new Counters();
    var queue = new WriteQueue(Writer.BATCH_BYTES);
    var snapshots =
        new Snapshots(
            disk,
            tables,
            queue,
            counters,
            weft,
            options.snapshotBytes(),
            recovery.snapshotBytes(),
            recovery.report().isClean() ? recovery.logBytes() : Long.MAX_VALUE / 2);
    var background = new Background(weft, spare, snapshots, counters, options.onForce());
    var log = new LogWriter(disk, clock, options.segmentBytes(), spare, counters, background, tail);
    files.push(log);
    files.push(snapshots);
    var forcer = new Forcer(queue);
    if (options.sync() == SyncPolicy.EVERY_SECOND) {
      files.push(forcer.start(weft));
    }
    var writer =
        new Writer(
            disk, options, queue, tables, log, counters, forcer::onUnforced, this::closeFiles);
    var storage = new LogStorage(tables, queue, counters, recovery.report(), writer.closed());
    var _ = opened.send(storage);
    return writer;
  }

  private void closeFiles() throws IOException {
    IOException first = null;
    while (!files.isEmpty()) {
      try {
        files.pop().close();
      } catch (IOException failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
