package dev.weft.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** An open file, used by many and closed by one. */
abstract class OpenFile {

  /** A position: the common one, which moves. */
  static final long COMMON = -1;

  private final Path path;
  private final FileBackend backend;
  private final boolean readable;
  private final boolean writable;
  private final boolean appends;
  private volatile boolean closed;

  /**
   * @param backend who carries out what blocks
   */
  OpenFile(Path path, Set<? extends OpenOption> options, FileBackend backend) {
    this.path = path;
    this.backend = backend;
    this.appends = options.contains(StandardOpenOption.APPEND);
    this.writable = appends || options.contains(StandardOpenOption.WRITE);
    this.readable = !writable || options.contains(StandardOpenOption.READ);
  }

  final Path path() {
    return path;
  }

  final FileBackend backend() {
    return backend;
  }

  final boolean appends() {
    return appends;
  }

  final boolean writes() {
    return writable;
  }

  final boolean isClosed() {
    return closed;
  }

  final void requireReadable(String method) {
    if (!readable) {
      throw new IllegalStateException(
          method + " was called on " + path + ", which wasn't opened with READ.");
    }
  }

  final void requireWritable(String method) {
    if (!writable) {
      throw new IllegalStateException(
          method + " was called on " + path + ", which wasn't opened with WRITE or APPEND.");
    }
  }

  final void requireOpen() throws FileClosedException {
    if (closed) {
      throw new FileClosedException(path);
    }
  }

  /** Nothing new begins from now on. */
  final void refuse() {
    closed = true;
  }

  /**
   * Reads once.
   *
   * @param position in the file, or {@link #COMMON}
   */
  abstract FileOp<Integer> read(String name, ByteBuffer target, long position);

  /**
   * Writes all.
   *
   * @param position in the file, or {@link #COMMON}
   */
  abstract FileOp<Void> write(String name, ByteBuffer source, long position);

  /** Puts it on the disk. */
  abstract FileOp<Void> sync(boolean metadata);

  /** Cuts it; a common position beyond the new end is moved there. */
  abstract FileOp<Void> truncate(long size);

  abstract FileOp<Long> size();

  /** Asks for what has the file's path now. */
  FileOp<BasicFileAttributes> metadata() {
    return PathOp.call(
        backend,
        "metadata",
        path,
        _ -> {
          requireOpen();
          return Files.readAttributes(path, BasicFileAttributes.class);
        });
  }

  /** The end of the file; twice is harmless. */
  abstract FileOp<Void> release();

  /** The common position, without waiting for a disk. */
  abstract long position() throws IOException;

  /** Whether there is a common position; a pipe has none. */
  final boolean isSeekable() {
    try {
      long _ = position();
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  /** Moves the common position, without waiting for a disk. */
  abstract void position(long position) throws IOException;
}
