package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.StorageFullException;
import dev.weft.spi.Clock;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The end of the log, where records are added. It belongs to the one thread that writes. */
final class LogWriter implements Closeable {

  /*
   * Idea: records gather in a buffer and go into the segment with one positional write each time that
   * flush() is called. A record never crosses into another segment: when the next one doesn't fit, the
   * segment is *sealed* (flushed and forced, whatever the policy) and a new one is begun. So all segments
   * but the last are durable as a whole, and a force has only one file to see to.
   *
   * Two kinds of failure, and they must not be confused:
   *   - a write or a force of the log fails: LogFailedException, and the engine is done for. Which bytes
   *     are on disk isn't known. A second force would tell nothing: the system reports a lost page once,
   *     marks it clean, and the next force succeeds without it.
   *   - a new segment can't be made: StorageFullException. Nothing of the log is in that file, the log is
   *     as it was, and a later write tries again; not each, as an attempt on a full disk writes all the
   *     zeros that still fit. Only the sync of the folder after the rename is of the
   *     first kind, since by then the segment has its name.
   */

  private final Disk disk;
  private final Clock clock;
  private final long segmentBytes;
  private final Spare spare;
  private final Counters counters;
  private final RecordBuffer buffer = new RecordBuffer();
  private final Listener listener;
  private DiskFile file;
  private String name;
  private long capacity;
  private long position; // where the buffer goes
  private long nextSequence;
  private long unforced; // records written since the last force
  private @Nullable IOException refused; // why the last attempt to make a segment failed
  private long refusedAt;

  /** Told about the course of the log, on the writing thread. */
  interface Listener {
    /** A segment was begun, with this number. */
    void onSegment(long first);

    /** Half of the segment is used. */
    void onHalfFull();

    /** A force has made so many records durable. */
    void onForce(long records, long nanos);
  }

  LogWriter(
      Disk disk,
      Clock clock,
      long segmentBytes,
      Spare spare,
      Counters counters,
      Listener listener,
      Tail tail) {
    this.disk = disk;
    this.clock = clock;
    this.segmentBytes = segmentBytes;
    this.spare = spare;
    this.counters = counters;
    this.listener = listener;
    this.file = tail.file();
    this.name = tail.name();
    this.capacity = tail.capacity();
    this.position = tail.position();
    this.nextSequence = tail.nextSequence();
  }

  /**
   * Where a log goes on.
   *
   * @param position offset behind the last record
   */
  record Tail(DiskFile file, String name, long capacity, long position, long nextSequence) {}

  /** Begins the first segment of a log, or the one after what recovery kept. */
  static Tail begin(Disk disk, Spare spare, long size, long first) throws IOException {
    DiskFile made = spare.take(size);
    String name = FileNames.segment(first);
    try {
      DiskWrites.all(made, FileHeader.SEGMENT.encode(first), 0);
      made.force();
      disk.rename(FileNames.SPARE, name);
    } catch (Throwable failure) {
      try (made) {
        disk.delete(FileNames.SPARE);
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
    return new Tail(made, name, made.size(), FileHeader.BYTES, first);
  }

  /**
   * Adds a record to those that the next flush writes.
   *
   * @throws StorageFullException if it needs a new segment and there can be none; nothing was added
   * @throws LogFailedException if the log is broken
   */
  void append(int kind, String table, String key, @Nullable Value value) throws IOException {
    long bound = RecordBuffer.bound(table, key, value);
    if (position + buffer.size() + bound > capacity) {
      rotate(bound);
    }
    buffer.append(nextSequence, kind, table, key, value);
    nextSequence++;
    unforced++;
    if (buffer.size() >= FLUSH_BYTES) {
      flush();
    }
  }

  /** Writes what was added. */
  void flush() throws LogFailedException {
    int size = buffer.size();
    if (size == 0) {
      return;
    }
    try {
      DiskWrites.all(file, buffer.view(), position);
    } catch (IOException failure) {
      throw new LogFailedException("a write to " + disk.path(name) + " failed", failure);
    }
    boolean wasBelow = position < capacity / 2;
    position += size;
    buffer.clear();
    counters.written(size);
    if (wasBelow && position >= capacity / 2) {
      listener.onHalfFull();
    }
  }

  /** Makes everything durable that was flushed. */
  void force() throws LogFailedException {
    if (unforced == 0) {
      return;
    }
    long begin = clock.nanoTime();
    try {
      file.force();
    } catch (IOException failure) {
      throw new LogFailedException("forcing " + disk.path(name) + " to disk failed", failure);
    }
    long records = unforced;
    unforced = 0;
    listener.onForce(records, clock.nanoTime() - begin);
  }

  /** Whether something was written that a crash of the system could lose. */
  boolean isUnforced() {
    return unforced > 0;
  }

  /** Number of the record that was added last. */
  long lastSequence() {
    return nextSequence - 1;
  }

  private void rotate(long bound) throws IOException {
    flush();
    force();
    if (refused != null && clock.nanoTime() - refusedAt < RETRY_NANOS) {
      throw full(refused);
    }
    Tail next;
    try {
      next = begin(disk, spare, Math.max(segmentBytes, FileHeader.BYTES + bound), nextSequence);
    } catch (IOException failure) {
      refused = failure;
      refusedAt = clock.nanoTime();
      throw full(failure);
    }
    refused = null;
    DiskFile sealed = file;
    file = next.file();
    name = next.name();
    capacity = next.capacity();
    position = next.position();
    try {
      sealed.close();
      disk.sync();
    } catch (IOException failure) {
      throw new LogFailedException("beginning " + disk.path(name) + " failed", failure);
    }
    listener.onSegment(nextSequence);
  }

  private StorageFullException full(IOException cause) {
    var full =
        new StorageFullException(
            "The next segment of the log, %s, can't be made: %s. Nothing was written."
                .formatted(disk.path(FileNames.segment(nextSequence)), cause.getMessage()));
    full.initCause(cause);
    return full;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static final int FLUSH_BYTES = 1 << 20;
  private static final long RETRY_NANOS = 100_000_000;
}
