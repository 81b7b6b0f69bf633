package dev.weft.kv.store.log;

import dev.weft.kv.store.ForceListener;
import dev.weft.kv.store.SyncPolicy;
import java.util.Objects;

/**
 * Settings of a {@link LogStorage}.
 *
 * @param sync when the log is forced to disk
 * @param segmentBytes length of a file of the log, 4 KiB to 1 GiB; it is filled with zeros ahead of
 *     its use, and up to two are on disk besides those that a snapshot makes superfluous
 * @param snapshotBytes bytes of log after which a new snapshot is worth its while, at least 1; it
 *     begins when the segment is full, and not before as many bytes were logged as the last
 *     snapshot has
 * @param maxBytes memory that the pairs may take, at least 1, counted as by {@link
 *     dev.weft.kv.store.MemoryStorage}; a folder that already holds more is opened all the same,
 *     and only writes that need more room are refused
 * @param onForce told of each force
 */
public record LogOptions(
    SyncPolicy sync, long segmentBytes, long snapshotBytes, long maxBytes, ForceListener onForce) {

  private static final long MIN_SEGMENT = 4096;
  private static final long MAX_SEGMENT = 1L << 30;

  /** Checks the numbers. */
  public LogOptions {
    Objects.requireNonNull(sync, "sync");
    Objects.requireNonNull(onForce, "onForce");
    if (segmentBytes < MIN_SEGMENT || segmentBytes > MAX_SEGMENT) {
      throw new IllegalArgumentException(
          "segmentBytes is "
              + segmentBytes
              + "; it must be "
              + MIN_SEGMENT
              + " to "
              + MAX_SEGMENT
              + ".");
    }
    positive("snapshotBytes", snapshotBytes);
    positive("maxBytes", maxBytes);
  }

  /**
   * Always forced, segments of 64 MiB, a snapshot each 256 MiB, up to half of the heap.
   *
   * @return the defaults
   */
  public static LogOptions defaults() {
    return new LogOptions(
        SyncPolicy.ALWAYS,
        64L << 20,
        256L << 20,
        Runtime.getRuntime().maxMemory() / 2,
        (_, _) -> {});
  }

  /**
   * These settings with another policy.
   *
   * @param policy when the log is forced
   * @return new settings
   */
  public LogOptions withSync(SyncPolicy policy) {
    return new LogOptions(policy, segmentBytes, snapshotBytes, maxBytes, onForce);
  }

  /**
   * These settings with another length of a segment.
   *
   * @param bytes 4 KiB to 1 GiB
   * @return new settings
   */
  public LogOptions withSegmentBytes(long bytes) {
    return new LogOptions(sync, bytes, snapshotBytes, maxBytes, onForce);
  }

  /**
   * These settings with another distance of snapshots.
   *
   * @param bytes at least 1
   * @return new settings
   */
  public LogOptions withSnapshotBytes(long bytes) {
    return new LogOptions(sync, segmentBytes, bytes, maxBytes, onForce);
  }

  /**
   * These settings with another limit of memory.
   *
   * @param bytes at least 1
   * @return new settings
   */
  public LogOptions withMaxBytes(long bytes) {
    return new LogOptions(sync, segmentBytes, snapshotBytes, bytes, onForce);
  }

  /**
   * These settings with a listener in place of the one before.
   *
   * @param listener told of each force
   * @return new settings
   */
  public LogOptions withOnForce(ForceListener listener) {
    return new LogOptions(sync, segmentBytes, snapshotBytes, maxBytes, listener);
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1.");
    }
  }
}
