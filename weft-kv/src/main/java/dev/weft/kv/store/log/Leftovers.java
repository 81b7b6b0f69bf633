package dev.weft.kv.store.log;

import dev.weft.kv.store.log.RecoveryReport.Dropped;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** What a recovery does with files, or the ends of files, of which it makes no use. */
final class Leftovers {

  /*
   * Nothing is destroyed. A file is renamed; the rest of a segment is copied to a file of its own, and the
   * copy is forced and the folder synced before the rest is overwritten with zeros.
   */

  private static final int COPY_BYTES = 1 << 20;

  private final Disk disk;

  Leftovers(Disk disk) {
    this.disk = disk;
  }

  /** Renames a file that isn't needed; what it had is in its new place. */
  Dropped setAside(String name, String reason) throws IOException {
    long bytes;
    try (DiskFile file = disk.open(name)) {
      bytes = new RecordReader(file).dataEnd(0);
    }
    String target = free(FileNames.dropped(name, 0));
    disk.rename(name, target);
    return new Dropped(disk.path(name), 0, bytes, reason, disk.path(target));
  }

  /** Moves what is behind the last good record to a file of its own and leaves zeros. */
  Dropped cut(String name, DiskFile file, RecordReader reader, String reason) throws IOException {
    long from = reader.offset();
    long end = reader.dataEnd(from);
    String target = free(FileNames.dropped(name, from));
    try (DiskFile copy = disk.create(target)) {
      ByteBuffer window = window(end - from);
      for (long at = from; at < end; at += window.limit()) {
        window.clear().limit((int) Math.min(window.capacity(), end - at));
        readFully(file, window, at);
        DiskWrites.all(copy, window, at - from);
      }
      copy.force();
    }
    disk.sync();
    DiskWrites.zeros(file, from, end);
    file.force();
    return new Dropped(disk.path(name), from, end - from, reason, disk.path(target));
  }

  /** Writes a file once more, with the bytes that it has, and forces it. */
  void rewrite(DiskFile file, long end) throws IOException {
    ByteBuffer window = window(end);
    for (long at = 0; at < end; at += window.limit()) {
      window.clear().limit((int) Math.min(window.capacity(), end - at));
      readFully(file, window, at);
      DiskWrites.all(file, window, at);
    }
    file.force();
  }

  private static ByteBuffer window(long bytes) {
    return ByteBuffer.allocate((int) Math.min(COPY_BYTES, Math.max(1, bytes)));
  }

  private static void readFully(DiskFile file, ByteBuffer window, long from) throws IOException {
    while (window.hasRemaining()) {
      if (file.read(window, from + window.position()) < 0) {
        throw new IOException("A file of the log became shorter while it was read.");
      }
    }
    window.flip();
  }

  private String free(String name) throws IOException {
    List<String> taken = disk.list();
    String candidate = name;
    for (int i = 2; taken.contains(candidate); i++) {
      candidate = name.replace(".dropped", "-" + i + ".dropped");
    }
    return candidate;
  }
}
