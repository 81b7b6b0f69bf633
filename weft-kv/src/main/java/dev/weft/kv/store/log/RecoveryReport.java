package dev.weft.kv.store.log;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What opening a folder found.
 *
 * @param snapshotSequence number of the last record that the loaded snapshot covers; 0 if there was
 *     none
 * @param snapshotPairs pairs in that snapshot
 * @param replayedRecords records of the log that were applied after it
 * @param lastSequence number of the last record that was kept; 0 in a new folder
 * @param dropped what could not be used, in the order of the log
 * @param unknownFiles names of files in the folder that aren't the engine's; they were left alone
 */
public record RecoveryReport(
    long snapshotSequence,
    long snapshotPairs,
    long replayedRecords,
    long lastSequence,
    List<Dropped> dropped,
    List<String> unknownFiles) {

  /** Copies the lists. */
  public RecoveryReport {
    dropped = List.copyOf(dropped);
    unknownFiles = List.copyOf(unknownFiles);
  }

  /**
   * Whether all that was in the folder could be used.
   *
   * @return true if nothing was dropped
   */
  public boolean isClean() {
    return dropped.isEmpty();
  }

  /**
   * Bytes that weren't used.
   *
   * @param file where they were
   * @param offset from where on
   * @param bytes how many, zeros at the end not counted
   * @param reason what was wrong there
   * @param movedTo where they are now; {@code null} if there was nothing to keep
   */
  public record Dropped(Path file, long offset, long bytes, String reason, @Nullable Path movedTo) {

    @Override
    public String toString() {
      String kept = movedTo == null ? "" : "; they are kept in " + movedTo;
      return "dropped "
          + bytes
          + " bytes of "
          + file
          + " from offset "
          + offset
          + ", since "
          + reason
          + kept;
    }
  }
}
