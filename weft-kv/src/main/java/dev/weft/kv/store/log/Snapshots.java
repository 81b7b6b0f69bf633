package dev.weft.kv.store.log;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.Weft;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Snapshots in the background, after which the log before them isn't needed. */
final class Snapshots implements Closeable {

  /*
   * Idea: when the log begins a segment with record S+1, the tables have all records up to S. From then
   * on a job walks through the tables, while writes go on, and writes each pair as it finds it: the
   * snapshot is *fuzzy*, it has every key as it was at S or at some moment of the walk.
   *
   * Why that is right: recovery loads the snapshot and replays the log from S+1 on. A record sets a key
   * to a value or to none, whatever was there before. A key with records after S gets the last of them;
   * one without has not changed since S, so the walk has met it as it was at S. Both are what they should
   * be if the log reaches as far as the walk has seen: else a key might have the value of a record that
   * the log has lost, next to a key without that of an earlier one. So the snapshot gets its name only
   * after the log was forced up to the last record that the walk may have seen (Tables.seen). That number
   * stands in the snapshot's end record, so that recovery can tell if the log was damaged later.
   *
   * The order on disk: file written under another name, forced; log forced; renamed; folder synced; and
   * only then are older snapshots and segments deleted. At each moment there is a whole snapshot, or none
   * yet, with all of the log behind it.
   *
   * A failure, such as a full disk, costs the snapshot and nothing else; the next segment tries again. If
   * the sync of the folder fails, no more snapshots are made: nothing may be deleted on the word of a disk
   * that has broken it.
   *
   * State: `running` is set by the writing thread and cleared by the task. `io` is held while the job
   * works on files, so that close() can wait for it; `stopped` makes it give up soon.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final Disk disk;
  private final Tables tables;
  private final WriteQueue queue;
  private final Counters counters;
  private final Weft weft;
  private final long minBytes;
  private final ReentrantLock io = new ReentrantLock();
  private volatile boolean running;
  private volatile boolean stopped;
  private volatile boolean again; // the last one failed
  private volatile long lastBytes; // length of the last snapshot; by the task
  private long loggedBefore; // bytes logged when the last one began; by the writing thread

  /**
   * Prepares snapshots.
   *
   * @param lastBytes length of the snapshot that there is
   * @param loggedSince bytes of log since then
   */
  Snapshots(
      Disk disk,
      Tables tables,
      WriteQueue queue,
      Counters counters,
      Weft weft,
      long minBytes,
      long lastBytes,
      long loggedSince) {
    this.disk = disk;
    this.tables = tables;
    this.queue = queue;
    this.counters = counters;
    this.weft = weft;
    this.minBytes = minBytes;
    this.lastBytes = lastBytes;
    this.loggedBefore = -loggedSince;
  }

  /** For the writing thread: a segment begins with this record; all before it are applied soon. */
  void onSegment(long first) {
    long logged = counters.bytes() - loggedBefore;
    boolean due = again || logged >= Math.max(minBytes, lastBytes);
    if (running || stopped || !due) {
      return;
    }
    running = true;
    again = false;
    loggedBefore = counters.bytes();
    var _ = weft.spawn(take(first - 1)).detach();
  }

  private Future<Void> take(long covered) {
    return async(
        () -> {
          try {
            // The batch in which the segment began is applied when this has been answered.
            await(new ForceCall(queue));
            long bytes = await(weft.spawnBlocking(() -> write(covered)));
            await(new ForceCall(queue));
            await(weft.spawnBlocking(() -> publish(covered)));
            lastBytes = bytes;
            counters.snapshot();
          } catch (Exception failure) {
            again = true;
            if (!stopped) {
              LOG.log(
                  Level.WARNING,
                  "A snapshot in " + disk.path("") + " failed; the log is kept instead.",
                  failure);
            }
          } finally {
            running = false;
          }
        });
  }

  private long write(long covered) throws IOException {
    io.lock();
    try {
      checkOpen();
      return SnapshotFile.write(disk, tables, covered, () -> stopped);
    } catch (Throwable failure) {
      discard(failure);
      throw failure;
    } finally {
      io.unlock();
    }
  }

  private long publish(long covered) throws IOException {
    io.lock();
    try {
      checkOpen();
      disk.rename(FileNames.NEW_SNAPSHOT, FileNames.snapshot(covered));
      try {
        disk.sync();
      } catch (Throwable failure) {
        stopped = true;
        LOG.log(
            Level.WARNING,
            "Syncing the folder " + disk.path("") + " failed; there will be no more snapshots.",
            failure);
        throw failure;
      }
      deleteBefore(disk, covered);
      return covered;
    } finally {
      io.unlock();
    }
  }

  /** Deletes what a durable snapshot makes superfluous, the oldest first. */
  static void deleteBefore(Disk disk, long covered) throws IOException {
    List<String> names = disk.list().stream().sorted().toList();
    for (String name : names) {
      long segment = FileNames.segmentNumber(name);
      long snapshot = FileNames.snapshotNumber(name);
      boolean superfluous = segment >= 0 ? segment <= covered : snapshot >= 0 && snapshot < covered;
      if (superfluous) {
        disk.delete(name);
      }
    }
  }

  private void discard(Throwable failure) {
    if (stopped) {
      return; // the folder may be another's by now; whoever opens it cleans up
    }
    try {
      disk.delete(FileNames.NEW_SNAPSHOT);
    } catch (IOException second) {
      failure.addSuppressed(second);
    }
  }

  private void checkOpen() throws IOException {
    if (stopped) {
      throw new IOException("The storage is being closed.");
    }
  }

  /** Stops, and waits until no file is being worked on. */
  @Override
  public void close() {
    stopped = true;
    io.lock();
    try {
      running = false; // whatever the task still does, it touches no file
    } finally {
      io.unlock();
    }
  }
}
