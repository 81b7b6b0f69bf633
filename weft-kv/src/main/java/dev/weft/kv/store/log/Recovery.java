package dev.weft.kv.store.log;

import dev.weft.kv.store.log.RecoveryReport.Dropped;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings a folder's contents into memory and the end of its log into order. */
final class Recovery {

  /*
   * Idea: the state is the newest whole snapshot and, after it, the longest unbroken run of records that
   * begins right behind it. At the first thing that isn't the next record, reading stops for good:
   * a later record may depend on what is missing there. All before it is kept.
   *
   * What isn't kept isn't destroyed either (Leftovers). Segments are renamed from the last to the first, so
   * that after a crash in between the next recovery finds the same end.
   *
   * What is refused: a folder in which the beginning is missing, where no whole snapshot is left and the
   * log doesn't begin with record 1. To start with next to nothing there, and to log on, is a decision
   * for people.
   *
   * The last segment is written once more, with the bytes that it has, and forced. After a failed force
   * the system may hold pages in memory as clean that never reached the disk; the records read from them
   * look fine, readers are about to see them, and a plain force would do nothing about it. Earlier
   * segments were forced before the next one began, and an engine whose force fails begins none.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final Disk disk;
  private final Tables tables;
  private final Leftovers leftovers;
  private final List<Dropped> dropped = new ArrayList<>();
  private final List<Long> snapshots = new ArrayList<>();
  private final List<Long> segments = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private long base;
  private SnapshotFile.Loaded loaded = new SnapshotFile.Loaded(0, 0, 0, null);
  private long last; // number of the last record that was applied or is in the snapshot
  private long next; // number of the next record of the segment at hand
  private long records;
  private long logBytes;

  Recovery(Disk disk, Tables tables) {
    this.disk = disk;
    this.tables = tables;
    leftovers = new Leftovers(disk);
  }

  /** Does all of it and returns where the log goes on. */
  LogWriter.Tail run(Spare spare, long segmentBytes) throws IOException {
    look();
    loadSnapshot();
    segments.sort(null);
    while (segments.size() > 1 && segments.get(1) <= base + 1) {
      disk.delete(FileNames.segment(segments.removeFirst())); // the snapshot has all of it
    }
    if (base == 0 && !segments.isEmpty() && segments.getFirst() > 1) {
      throw refused(
          "the log begins with record %d, and there is no snapshot of those before it"
              .formatted(segments.getFirst()));
    }
    last = base;
    LogWriter.Tail tail = replay();
    if (loaded.seen() > last) {
      Path file = disk.path(FileNames.snapshot(base));
      dropped.add(
          new Dropped(
              file,
              0,
              0,
              "the log ends with record %d and some keys may have values of up to record %d"
                  .formatted(last, loaded.seen()),
              null));
    }
    tables.announce(last);
    if (tail == null) {
      tail = LogWriter.begin(disk, spare, segmentBytes, last + 1);
      disk.sync();
    }
    for (Dropped loss : dropped) {
      LOG.log(Level.WARNING, "The recovery of {0} {1}.", disk.path(""), loss);
    }
    return tail;
  }

  RecoveryReport report() {
    return new RecoveryReport(base, loaded.pairs(), records, last, dropped, unknown);
  }

  /** Length of the snapshot. */
  long snapshotBytes() {
    return loaded.bytes();
  }

  /** Bytes of log after it. */
  long logBytes() {
    return logBytes;
  }

  private void look() throws IOException {
    for (String name : disk.list()) {
      if (FileNames.isUnfinished(name)) {
        disk.delete(name);
      } else if (FileNames.segmentNumber(name) > 0) {
        segments.add(FileNames.segmentNumber(name));
      } else if (FileNames.snapshotNumber(name) > 0) {
        snapshots.add(FileNames.snapshotNumber(name));
      } else if (!name.equals(FileNames.LOCK) && !FileNames.isDropped(name)) {
        unknown.add(name);
      }
    }
  }

  private void loadSnapshot() throws IOException {
    snapshots.sort(null);
    List<Long> damaged = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (long covered : snapshots.reversed()) {
      SnapshotFile.Loaded read = SnapshotFile.load(disk, covered, tables);
      if (read.fault() == null) {
        base = covered;
        loaded = read;
        break;
      }
      tables.clear();
      damaged.add(covered);
      faults.add(read.fault());
    }
    if (base == 0 && !damaged.isEmpty() && !segments.contains(1L)) {
      throw refused(
          "its snapshot %s is damaged: %s, and there is no older one"
              .formatted(disk.path(FileNames.snapshot(damaged.getFirst())), faults.getFirst()));
    }
    for (int i = 0; i < damaged.size(); i++) {
      dropped.add(leftovers.setAside(FileNames.snapshot(damaged.get(i)), faults.get(i)));
    }
    for (long covered : snapshots) {
      if (covered < base) {
        disk.delete(FileNames.snapshot(covered));
      }
    }
  }

  private LogWriter.@Nullable Tail replay() throws IOException {
    LogWriter.Tail tail = null;
    for (int i = 0; i < segments.size(); i++) {
      long first = segments.get(i);
      if (first > last + 1) {
        dropFrom(i, "records %d to %d are missing before it".formatted(last + 1, first - 1));
        return tail;
      }
      if (tail != null) {
        tail.file().close();
        tail = null;
      }
      DiskFile file = disk.open(FileNames.segment(first));
      try {
        var reader = new RecordReader(file);
        String fault =
            FileHeader.SEGMENT.fault(disk.path(FileNames.segment(first)), reader.header(), first);
        if (fault != null) {
          file.close();
          dropFrom(i, fault);
          return null;
        }
        fault = replay(reader, first);
        if (fault != null) {
          // Last to first: the segments behind go before the rest of this one.
          int place = dropped.size();
          dropFrom(i + 1, EARLIER);
          dropped.add(place, leftovers.cut(FileNames.segment(first), file, reader, fault));
        }
        boolean end = i == segments.size() - 1 || fault != null;
        if (end) {
          leftovers.rewrite(file, reader.offset());
        }
        if (next == last + 1) {
          String name = FileNames.segment(first);
          tail = new LogWriter.Tail(file, name, reader.size(), reader.offset(), next);
        } else {
          file.close(); // it ends before the snapshot does; the next record needs a new one
        }
        if (end) {
          return tail;
        }
      } catch (Throwable failure) {
        file.close();
        throw failure;
      }
    }
    return tail;
  }

  /** Applies a segment's records; returns what stopped it before the clean end. */
  private @Nullable String replay(RecordReader reader, long first) throws IOException {
    next = first;
    while (true) {
      RecordReader.Found found = reader.read();
      if (found != RecordReader.Found.RECORD) {
        logBytes += reader.offset();
        return found == RecordReader.Found.END ? null : reader.fault();
      }
      if (reader.sequence() != next || reader.kind() == RecordBuffer.END) {
        return "record %d stands in the place of record %d".formatted(reader.sequence(), next);
      }
      if (next > base) {
        boolean set = reader.kind() == RecordBuffer.SET;
        tables.replay(reader.table(), reader.key(), set ? reader.value() : null);
        records++;
        last = next;
      }
      next++;
    }
  }

  private void dropFrom(int index, String reason) throws IOException {
    List<Dropped> later = new ArrayList<>();
    for (int i = segments.size() - 1; i >= index; i--) {
      String name = FileNames.segment(segments.get(i));
      later.addFirst(leftovers.setAside(name, i == index ? reason : EARLIER));
    }
    dropped.addAll(later);
    if (!later.isEmpty()) {
      disk.sync();
    }
  }

  private IOException refused(String why) {
    return new IOException(
        "The storage in %s can't be opened: %s. Bring back the missing files, or move what is left to another folder."
            .formatted(disk.path(""), why));
  }

  private static final String EARLIER = "an earlier part of the log is damaged or missing";
}
