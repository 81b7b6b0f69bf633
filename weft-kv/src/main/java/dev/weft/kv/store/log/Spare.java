package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The next segment, filled with zeros ahead of its use. */
final class Spare implements Closeable {

  /*
   * Idea: writing 64 MiB of zeros takes longer than many forces do, so a job in the background does it
   * while the segment before fills up. A file that has its length and its blocks makes each force cheaper:
   * there is nothing to force but the data.
   *
   * State: `file` is null or a complete file under the name SPARE, forced. `wanted` says that a job has
   * been asked for one. Both are guarded by the lock, which is held while the file is made: the writer
   * that needs the spare waits for a job that is at it, and does the work itself if the job hasn't begun;
   * a job that comes late finds that nothing is wanted. So nothing depends on the job being run.
   */

  private final Disk disk;
  private final long size;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable DiskFile file;
  private boolean wanted;

  Spare(Disk disk, long size) {
    this.disk = disk;
    this.size = size;
  }

  /** Asks for a spare; true if the caller has to see to it that {@link #prepare} runs. */
  boolean want() {
    lock.lock();
    try {
      boolean ask = !wanted && file == null;
      wanted = true;
      return ask;
    } finally {
      lock.unlock();
    }
  }

  /** Makes the spare if it is still wanted; what goes wrong shows when the writer needs it. */
  void prepare() {
    lock.lock();
    try {
      if (wanted && file == null) {
        file = make(size);
      }
    } catch (IOException later) {
      wanted = false; // the writer tries for itself, and reports
    } finally {
      lock.unlock();
    }
  }

  /** The prepared file, or one that is made now, of that size at least. */
  DiskFile take(long atLeast) throws IOException {
    lock.lock();
    try {
      DiskFile ready = file;
      file = null;
      wanted = false;
      if (ready != null) {
        if (atLeast <= size) {
          return ready;
        }
        ready.close();
      }
      return make(Math.max(atLeast, size));
    } finally {
      lock.unlock();
    }
  }

  private DiskFile make(long length) throws IOException {
    DiskFile made = disk.create(FileNames.SPARE);
    try {
      DiskWrites.zeros(made, 0, length);
      made.force();
      return made;
    } catch (Throwable failure) {
      try (made) {
        disk.delete(FileNames.SPARE); // gives the room back
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      wanted = false;
      if (file != null) {
        file.close();
        file = null;
        disk.delete(FileNames.SPARE);
      }
    } finally {
      lock.unlock();
    }
  }
}
