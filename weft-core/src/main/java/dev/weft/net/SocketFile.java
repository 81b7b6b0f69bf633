package dev.weft.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The file by which a listening Unix socket is found. */
final class SocketFile {

  /*
   * Idea: the file outlives its socket, so the listener removes it. It may have been replaced by one
   * of another server in the meantime, so only the file that this listener made is removed: the one
   * with the key (device and number) that it had just after it was bound. Where the system has no such
   * keys the file stays.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.net");

  private final Path path;
  private final @Nullable Object key;

  /** The file that was made by binding to a path just now. */
  SocketFile(Path path) {
    this.path = path.toAbsolutePath();
    this.key = keyOf(this.path);
  }

  private static @Nullable Object keyOf(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException gone) {
      return null;
    }
  }

  /** Removes the file if it still is the same. */
  void remove() {
    try {
      if (key != null && key.equals(keyOf(path))) {
        Files.deleteIfExists(path);
      }
    } catch (IOException kept) {
      LOG.log(System.Logger.Level.WARNING, "The socket file " + path + " stays behind.", kept);
    }
  }
}
