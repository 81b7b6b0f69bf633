package dev.weft.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** The blocking side of an open file: its channel, used by many and closed by one. */
final class OpenFile {

  /*
   * Closing a channel under a call that uses it makes the call fail, and a write may then have happened
   * or not. So each call holds the lock as a reader, and the close takes it as a writer: it waits for
   * the calls that run, which are on threads of their own, and those that come later see `closed`.
   *
   * A pipe or a terminal may keep a read waiting for ever; there the close goes first, and the read fails.
   */

  private final Path path;
  private final FileChannel channel;
  private final FileBackend backend;
  private final boolean readable;
  private final boolean writable;
  private final boolean appends;
  private final boolean endsByItself;
  private final StampedLock users = new StampedLock();
  private volatile boolean closed;

  /** A blocking call on the channel. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run(FileChannel channel) throws IOException;
  }

  /** A blocking call on the channel without a result. */
  @FunctionalInterface
  interface Action {
    void run(FileChannel channel) throws IOException;
  }

  /**
   * @param endsByItself whether every call on it ends in its own time, as on a regular file
   */
  OpenFile(
      Path path,
      FileChannel channel,
      Set<OpenOption> options,
      boolean endsByItself,
      FileBackend backend) {
    this.path = path;
    this.channel = channel;
    this.backend = backend;
    this.appends = options.contains(StandardOpenOption.APPEND);
    this.writable = appends || options.contains(StandardOpenOption.WRITE);
    this.readable = !writable || options.contains(StandardOpenOption.READ);
    this.endsByItself = endsByItself;
  }

  Path path() {
    return path;
  }

  FileBackend backend() {
    return backend;
  }

  boolean appends() {
    return appends;
  }

  boolean isClosed() {
    return closed;
  }

  void requireReadable(String method) {
    if (!readable) {
      throw new IllegalStateException(
          method + " was called on " + path + ", which wasn't opened with READ.");
    }
  }

  void requireWritable(String method) {
    if (!writable) {
      throw new IllegalStateException(
          method + " was called on " + path + ", which wasn't opened with WRITE or APPEND.");
    }
  }

  <T extends @Nullable Object> FileOp<T> call(String name, Call<T> call) {
    return PathOp.call(backend, name, path, _ -> use(call));
  }

  FileOp<Void> action(String name, Action action) {
    return PathOp.action(
        backend,
        name,
        path,
        _ -> {
          Object _ =
              use(
                  open -> {
                    action.run(open);
                    return path;
                  });
        });
  }

  /** Calls while the channel can't be closed; it blocks. */
  <T extends @Nullable Object> T use(Call<T> call) throws IOException {
    if (!endsByItself) {
      return call.run(channel);
    }
    long stamp = users.readLock();
    try {
      if (closed) {
        throw new FileClosedException(path);
      }
      return call.run(channel);
    } finally {
      users.unlockRead(stamp);
    }
  }

  /** For what only asks the system for the position, which never waits for a disk. */
  FileChannel channel() throws FileClosedException {
    if (closed) {
      throw new FileClosedException(path);
    }
    return channel;
  }

  /** Nothing new begins from now on. */
  void refuse() {
    closed = true;
  }

  /** The end of the file; twice is harmless. */
  CloseOp release() {
    return new CloseOp(backend, "close(" + path + ")", this::close);
  }

  private void close() throws IOException {
    closed = true;
    if (!endsByItself) {
      channel.close();
      return;
    }
    long stamp = users.writeLock();
    try {
      channel.close();
    } catch (IOException failure) {
      throw FileErrors.at(path, failure);
    } finally {
      users.unlockWrite(stamp);
    }
  }
}
