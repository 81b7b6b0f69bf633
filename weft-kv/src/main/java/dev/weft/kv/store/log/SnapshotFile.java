package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Snapshots as files: a header, a record for each pair, numbered from 1, and an end record. */
final class SnapshotFile {

  private static final int FLUSH_BYTES = 1 << 20;

  private SnapshotFile() {}

  /**
   * Writes what the tables have into a new file and forces it.
   *
   * @param covered number of the last record before the walk through the tables
   * @param stop asked now and then whether to give up
   * @return length of the file
   */
  static long write(Disk disk, Tables tables, long covered, BooleanSupplier stop)
      throws IOException {
    var buffer = new RecordBuffer();
    long position = FileHeader.BYTES;
    long pairs = 0;
    try (DiskFile file = disk.create(FileNames.NEW_SNAPSHOT)) {
      DiskWrites.all(file, FileHeader.SNAPSHOT.encode(covered), 0);
      for (Map.Entry<String, Table> table : tables.all()) {
        for (Map.Entry<String, Value> pair : table.getValue().fuzzyView()) {
          buffer.append(++pairs, RecordBuffer.SET, table.getKey(), pair.getKey(), pair.getValue());
          if (buffer.size() >= FLUSH_BYTES) {
            position += flush(file, buffer, position);
            if (stop.getAsBoolean()) {
              throw new IOException("The storage is being closed.");
            }
          }
        }
      }
      Value count = Value.newBuilder().setInteger(pairs).build();
      buffer.append(tables.seen(), RecordBuffer.END, "", "", count);
      position += flush(file, buffer, position);
      file.force();
    }
    return position;
  }

  private static int flush(DiskFile file, RecordBuffer buffer, long position) throws IOException {
    int size = buffer.size();
    DiskWrites.all(file, buffer.view(), position);
    buffer.clear();
    return size;
  }

  /**
   * What reading a snapshot found.
   *
   * @param pairs how many it has
   * @param seen number of the last record that it may have something of
   * @param bytes length of the file
   * @param fault what is wrong with it; {@code null} if it is whole
   */
  record Loaded(long pairs, long seen, long bytes, @Nullable String fault) {}

  /** Puts a snapshot's pairs into empty tables, which are of no use if it has a fault. */
  static Loaded load(Disk disk, long covered, Tables tables) throws IOException {
    String name = FileNames.snapshot(covered);
    try (DiskFile file = disk.open(name)) {
      var reader = new RecordReader(file);
      String fault = FileHeader.SNAPSHOT.fault(disk.path(name), reader.header(), covered);
      long pairs = 0;
      while (fault == null) {
        RecordReader.Found found = reader.read();
        if (found != RecordReader.Found.RECORD) {
          fault = found == RecordReader.Found.END ? "it has no end record" : reader.fault();
        } else if (reader.kind() == RecordBuffer.END) {
          if (reader.value().getInteger() == pairs && reader.end() == reader.size()) {
            return new Loaded(pairs, reader.sequence(), reader.size(), null);
          }
          fault = "its end record doesn't fit what is before or behind it";
        } else if (reader.kind() != RecordBuffer.SET || reader.sequence() != pairs + 1) {
          fault = "a record is out of its place";
        } else {
          pairs++;
          tables.replay(reader.table(), reader.key(), reader.value());
        }
      }
      return new Loaded(pairs, 0, reader.size(), fault + " (at offset " + reader.offset() + ")");
    }
  }
}
