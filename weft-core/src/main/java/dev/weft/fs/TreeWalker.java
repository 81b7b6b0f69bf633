package dev.weft.fs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocking side of a walk, which goes on from where it was left. */
final class TreeWalker implements Closeable {

  /*
   * `open` has the directories that are being read, the root's first. An entry is looked at when it is
   * listed, so each costs one call for its metadata, and a directory is opened when its turn comes, after
   * its own entry. What is gone by then was removed meanwhile, which isn't a failure.
   *
   * Cycles only come about by links, so identities are compared only where links are followed.
   */

  private static final LinkOption[] FOLLOW = {};
  private static final LinkOption[] DO_NOT_FOLLOW = {LinkOption.NOFOLLOW_LINKS};

  private final Path root;
  private final WalkOptions options;
  private final boolean includeRoot;
  private final Deque<Level> open = new ArrayDeque<>();
  private boolean started;

  private record Level(
      Path path, @Nullable Object key, DirectoryStream<Path> stream, Iterator<Path> rest) {}

  TreeWalker(Path root, WalkOptions options, boolean includeRoot) {
    this.root = root;
    this.options = options;
    this.includeRoot = includeRoot;
  }

  /** The next entries; fewer than asked for only at the end. A failure closes the walk. */
  List<Entries.Entry> next(int count) throws IOException {
    boolean fine = false;
    try {
      List<Entries.Entry> found = new ArrayList<>(Math.min(count, 64));
      if (!started) {
        started = true;
        start(found);
      }
      while (found.size() < count && !open.isEmpty()) {
        step(found);
      }
      fine = true;
      return found;
    } finally {
      if (!fine) {
        close();
      }
    }
  }

  private void start(List<Entries.Entry> found) throws IOException {
    if (!includeRoot) {
      open(root, null);
      return;
    }
    BasicFileAttributes attributes = attributes(root);
    found.add(new Entries.Entry(root, attributes, 0));
    if (attributes.isDirectory() && options.depthLimit() > 0) {
      open(root, attributes.fileKey());
    }
  }

  private void step(List<Entries.Entry> found) throws IOException {
    Level level = open.getLast();
    try {
      if (!level.rest.hasNext()) {
        open.removeLast().stream.close();
        return;
      }
      visit(level.rest.next(), found);
    } catch (DirectoryIteratorException broken) { // what was listed of it so far stands
      open.removeLast().stream.close();
      options.handle(FileErrors.at(level.path, FileErrors.unwrap(broken)));
    }
  }

  private void visit(Path path, List<Entries.Entry> found) throws IOException {
    int depth = open.size();
    try {
      BasicFileAttributes attributes = attributes(path);
      if (!attributes.isDirectory() || depth >= options.depthLimit()) {
        found.add(new Entries.Entry(path, attributes, depth));
        return;
      }
      checkNoLoop(path, attributes.fileKey());
      found.add(new Entries.Entry(path, attributes, depth));
      open(path, attributes.fileKey());
    } catch (NoSuchFileException gone) {
      // It was removed since it was listed.
    } catch (IOException failure) {
      options.handle(failure);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // closed when its entries are over, or by close()
  private void open(Path directory, @Nullable Object key) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
    open.addLast(new Level(directory, key, stream, stream.iterator()));
  }

  private BasicFileAttributes attributes(Path path) throws IOException {
    if (options.followsLinks()) {
      try {
        return Files.readAttributes(path, BasicFileAttributes.class, FOLLOW);
      } catch (IOException leadsNowhere) {
        // Then it is an entry of its own; if it isn't a link at all, the next line says so.
      }
    }
    return Files.readAttributes(path, BasicFileAttributes.class, DO_NOT_FOLLOW);
  }

  private void checkNoLoop(Path path, @Nullable Object key) throws IOException {
    if (!options.followsLinks()) {
      return;
    }
    for (Level above : open) {
      boolean same =
          (key != null && above.key != null)
              ? key.equals(above.key)
              : Files.isSameFile(path, above.path);
      if (same) {
        throw new FileSystemLoopException(path.toString());
      }
    }
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    while (!open.isEmpty()) {
      try {
        open.removeLast().stream.close();
      } catch (IOException failure) {
        first = failure;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
