package dev.weft.kv.store.rocks;

import dev.weft.spi.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/** The folder of a database: whose it is, and what is in it. */
final class Folder {

  /*
   * RocksDB itself locks the folder, against other processes and within this one. It doesn't say who has
   * it, so the holder writes its process id beside; the text is only good for a message.
   */

  /** Has the id of the process that opened the folder last. */
  private static final String HOLDER = "holder";

  private static final String DATABASE = "CURRENT";
  private static final String LOCK = "LOCK";

  private Folder() {}

  /** Opens the database; it blocks. */
  static Database open(Path folder, RocksOptions options, Clock clock) throws IOException {
    Files.createDirectories(folder);
    refuseForeign(folder);
    try {
      var database =
          new Database(folder, Natives.open(folder, options), new Forces(options.onForce(), clock));
      try {
        writeHolder(folder);
      } catch (IOException failure) {
        database.close();
        throw failure;
      }
      return database;
    } catch (RocksDBException failure) {
      String message = String.valueOf(failure.getMessage());
      if (message.contains("lock hold by current process")) {
        throw inUse(folder, "this process, " + ProcessHandle.current().pid(), failure);
      }
      if (message.contains("While lock file")) {
        throw inUse(folder, "process " + holder(folder), failure);
      }
      throw new IOException(
          "The storage in %s can't be opened: %s".formatted(folder, message), failure);
    }
  }

  /** A folder with files of something else is refused rather than shared with it. */
  private static void refuseForeign(Path folder) throws IOException {
    if (Files.exists(folder.resolve(DATABASE))) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> foreign =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !isOurs(name))
              .sorted()
              .toList();
      if (!foreign.isEmpty()) {
        throw new IOException(
            "The folder %s holds %s, and no RocksDB database; an empty folder is accepted."
                .formatted(folder, foreign.getFirst()));
      }
    }
  }

  /** What an attempt that ended early may have left. */
  private static boolean isOurs(String name) {
    return name.equals(LOCK)
        || name.equals(HOLDER)
        || name.equals("IDENTITY")
        || name.startsWith("LOG")
        || name.startsWith("MANIFEST-")
        || name.startsWith("OPTIONS-")
        || name.endsWith(".dbtmp");
  }

  private static void writeHolder(Path folder) throws IOException {
    String pid = ProcessHandle.current().pid() + "\n";
    Files.writeString(folder.resolve(HOLDER), pid, StandardCharsets.US_ASCII);
  }

  private static String holder(Path folder) {
    try {
      return Files.readString(folder.resolve(HOLDER), StandardCharsets.US_ASCII).strip();
    } catch (IOException notYet) {
      return "of unknown id";
    }
  }

  private static IOException inUse(Path folder, String holder, RocksDBException cause) {
    return new IOException(
        "The folder %s is in use by %s; one process at a time may open it."
            .formatted(folder, holder),
        cause);
  }
}
