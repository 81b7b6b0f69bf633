package dev.weft.fs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The blocking side of removing a file or a tree; links are removed, not followed. */
final class TreeRemoval extends SimpleFileVisitor<Path> {

  private final Runnable mayGoOn;
  private long removed;

  private TreeRemoval(Runnable mayGoOn) {
    this.mayGoOn = mayGoOn;
  }

  /**
   * Removes what is there, and says how many files and directories that were.
   *
   * @param mayGoOn called between two of them; throws if it should stop
   */
  static long removeAll(Runnable mayGoOn, Path root) throws IOException {
    var removal = new TreeRemoval(mayGoOn);
    Files.walkFileTree(root, removal);
    return removal.removed;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    return remove(file);
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE; // somebody else was quicker
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    return remove(directory);
  }

  private FileVisitResult remove(Path path) throws IOException {
    mayGoOn.run();
    if (Files.deleteIfExists(path)) {
      removed++;
    }
    return FileVisitResult.CONTINUE;
  }
}
