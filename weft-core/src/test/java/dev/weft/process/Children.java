package dev.weft.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** The processes that this one has started and that aren't gone without a trace. */
final class Children {

  private Children() {}

  static long count() {
    return ProcessHandle.current().children().count();
  }

  /** Whether nothing of a process is left, not even its entry in the system's table. */
  static boolean isGone(long pid) {
    return Files.isDirectory(Path.of("/proc/self"))
        ? Files.notExists(Path.of("/proc/" + pid))
        : ProcessHandle.of(pid).isEmpty();
  }
}
