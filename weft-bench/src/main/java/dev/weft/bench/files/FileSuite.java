package dev.weft.bench.files;

import dev.weft.bench.Workload;
import java.util.List;

/** The workloads on files. */
public final class FileSuite {

  private FileSuite() {}

  /**
   * All of them.
   *
   * @return in the order in which they run
   */
  public static List<Workload> all() {
    return List.of(
        new FileWorkload(
            "files-read",
            "reading 10,000 cached files of 4 KiB as a whole, 64 at once",
            "us/file",
            true),
        new FileWorkload(
            "files-du", "adding up the sizes in a large tree of files", "us/file", false));
  }
}
