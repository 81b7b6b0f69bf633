package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The right of one process to a folder: a locked file with the process's id in it. */
final class FolderLock implements Closeable {

  /*
   * Idea: the system's lock goes with the process, however it ends, so a folder is never locked by the
   * dead. The file stays; its text only says who to look for.
   *
   * Why the set: POSIX drops *all* of a process's locks on a file as soon as the process closes *any*
   * descriptor of it. A second attempt in this process would open the file, be refused, close it, and so
   * take the lock from the first, unseen. So the folder is looked up among those of this process before
   * the file is touched. The set is static since what it stands for, the system's lock, is the process's.
   * Two class loaders have two sets; there the JDK's own table still refuses, and the file is left open
   * for the same reason.
   */

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();
  private static final int MAX_TEXT = 32;

  private final Path file;
  private final FileChannel channel;
  private final FileLock lock;

  private FolderLock(Path file, FileChannel channel, FileLock lock) {
    this.file = file;
    this.channel = channel;
    this.lock = lock;
  }

  static FolderLock take(Path file) throws IOException {
    if (!HELD.add(file)) {
      throw taken(file, "this process, " + ProcessHandle.current().pid());
    }
    try {
      return lock(file);
    } catch (Throwable failure) {
      HELD.remove(file);
      throw failure;
    }
  }

  private static FolderLock lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException sameProcess) {
      throw taken(file, "this process, " + ProcessHandle.current().pid());
    }
    try {
      if (lock == null) {
        throw taken(file, "process " + holder(channel));
      }
      String pid = ProcessHandle.current().pid() + "\n";
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      return new FolderLock(file, channel, lock);
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_TEXT);
    int length = channel.read(text, 0);
    String pid =
        new String(text.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII).strip();
    return pid.isEmpty() ? "of unknown id" : pid;
  }

  private static IOException taken(Path file, String holder) {
    @Nullable Path folder = file.getParent();
    return new IOException(
        "The folder "
            + folder
            + " is in use by "
            + holder
            + "; one process at a time may open it.");
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      lock.release();
    } finally {
      HELD.remove(file);
    }
  }
}
