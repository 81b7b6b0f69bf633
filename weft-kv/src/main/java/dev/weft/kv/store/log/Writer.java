package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.SyncPolicy;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The writing thread's work: takes batches, logs them, applies them, answers them. */
final class Writer {

  /*
   * Idea: the loop of one blocking job that lives as long as the storage is open. For each batch: plan
   * every call (its old value, whether there is room), put its record into the buffer, write the buffer
   * with one write, force it if the policy or somebody says so, and only then let the plan become visible
   * and answer the calls. That order is the promise of the engine.
   *
   * Why a job and not a task with a job for each batch: the hand-over to a thread and back costs as much as
   * a fast disk's force; and no job needs to be started when a runtime that shuts down takes no more.
   *
   * State: working -> broken, for good, with the first failure of the log; or with any other throwable
   * between planning and applying, after which tables and log might differ. A broken writer goes on
   * answering, with that failure. working or broken -> ended: by an EndCall, or by the interrupt with
   * which a runtime ends its jobs. Whichever way, the files are closed, the lock last, and then the calls
   * that are left are answered.
   *
   * Ownership: everything but the queue and the tables belongs to this thread.
   */

  /** What a batch may take in the log, unless it is a single call. */
  static final long BATCH_BYTES = 4L << 20;

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final Disk disk;
  private final SyncPolicy policy;
  private final WriteQueue queue;
  private final Tables tables;
  private final Plan plan;
  private final LogWriter log;
  private final Counters counters;
  private final Runnable onUnforced;
  private final Closeable files;
  private boolean force;
  private boolean end;
  private WriteQueue.@Nullable Refusal broken;

  /**
   * Makes a writer.
   *
   * @param onUnforced told when a batch has left something unforced
   * @param files all that has to be closed at the end
   */
  Writer(
      Disk disk,
      LogOptions options,
      WriteQueue queue,
      Tables tables,
      LogWriter log,
      Counters counters,
      Runnable onUnforced,
      Closeable files) {
    this.disk = disk;
    this.policy = options.sync();
    this.queue = queue;
    this.tables = tables;
    this.plan = new Plan(tables, options.maxBytes());
    this.log = log;
    this.counters = counters;
    this.onUnforced = onUnforced;
    this.files = files;
  }

  /** Works until it is ended or interrupted, and closes the files. */
  void run() {
    Batch last = null;
    IOException unclosed = null;
    try {
      while (!end) {
        last = queue.take();
        commit(last);
        if (!end) {
          queue.finish(last);
          last = null;
        }
      }
    } catch (InterruptedException runtimeCloses) {
      // It ends its jobs; what waits is answered below.
    } finally {
      boolean _ = Thread.interrupted(); // it would close the files in the midst of their closing
      unclosed = closeFiles();
      if (last != null) {
        answerEnd(last, unclosed);
      }
      WriteQueue.Refusal why = closed();
      for (Batch late : queue.end(why)) {
        for (WriteCall<?> call : late.calls()) {
          if (call != null) {
            call.tooLate(why);
          }
        }
        queue.finish(late);
      }
    }
  }

  private void answerEnd(Batch last, @Nullable IOException unclosed) {
    for (WriteCall<?> call : last.calls()) {
      if (call instanceof EndCall && unclosed != null) {
        call.fail(unclosed);
      }
    }
    queue.finish(last);
  }

  private void commit(Batch batch) {
    if (broken == null) {
      try {
        write(batch);
      } catch (Throwable failure) {
        breakDown(failure);
      }
    } else {
      end = batch.calls().stream().anyMatch(EndCall.class::isInstance);
    }
    if (broken != null) {
      for (WriteCall<?> call : batch.calls()) {
        if (call != null) {
          call.fail(broken.toException());
        }
      }
    }
  }

  private void write(Batch batch) throws LogFailedException {
    long before = log.lastSequence();
    for (WriteCall<?> call : batch.calls()) {
      if (call != null) {
        call.answer(this);
      }
    }
    log.flush();
    if (policy == SyncPolicy.ALWAYS || force) {
      log.force();
    }
    force = false;
    tables.announce(log.lastSequence());
    plan.apply();
    long records = log.lastSequence() - before;
    if (records > 0) {
      counters.batch(records);
    }
    if (log.isUnforced()) {
      onUnforced.run();
    }
  }

  private void breakDown(Throwable failure) {
    Throwable cause = failure;
    String what = failure.toString();
    if (failure instanceof LogFailedException broken && broken.getCause() != null) {
      cause = broken.getCause();
      what = broken.getMessage() + " (" + cause.getMessage() + ")";
    }
    String message =
        "The log in %s failed: %s. No write has been acknowledged since; reads go on, writes need a restart."
            .formatted(disk.path(""), what);
    Throwable origin = cause;
    broken = () -> new IOException(message, origin);
    queue.refuse(broken);
    LOG.log(Level.ERROR, message, origin);
  }

  private @Nullable IOException closeFiles() {
    try {
      files.close();
      return null;
    } catch (IOException failure) {
      LOG.log(Level.WARNING, "Closing the storage in " + disk.path("") + " failed.", failure);
      return failure;
    }
  }

  /** The refusal of a storage that was closed. */
  WriteQueue.Refusal closed() {
    return () -> new IOException("The storage in " + disk.path("") + " is closed.");
  }

  // ---- for calls, on the writing thread

  @Nullable Value set(String table, String key, Value value) throws IOException {
    long bytes = RecordBuffer.bound(table, key, value);
    if (bytes > RecordBuffer.MAX) {
      throw new IOException(
          "The pair of %d bytes is too large for a record; up to %d bytes with its names are accepted."
              .formatted(bytes, RecordBuffer.MAX));
    }
    Value before = plan.before(table, key);
    plan.checkRoom(table, key, value, before);
    log.append(RecordBuffer.SET, table, key, value);
    plan.put(table, key, value, before);
    return before;
  }

  @Nullable Value del(String table, String key) throws IOException {
    Value before = plan.before(table, key);
    if (before != null) { // else there is nothing to log
      log.append(RecordBuffer.DEL, table, key, null);
      plan.put(table, key, null, before);
    }
    return before;
  }

  void forceAfterBatch() {
    force = true;
  }

  void endAfterBatch() {
    force = true;
    end = true;
  }
}
