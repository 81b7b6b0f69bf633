package dev.weft.fs;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What changes in a directory, as a stream. It ends when the directory itself is gone, or when this
 * is closed.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="watch"}
 *
 * <p>Up to {@value #MOST_WAITING} changes wait to be taken. When there are more, or when the system
 * has lost some, a {@link FileChange.Kind#OVERFLOW} tells of the gap at its place. Several changes
 * of one entry in quick succession may be told as one. Some systems look for changes only every few
 * seconds.
 *
 * <p><em>Cancellation:</em> of a {@code next()}: safe; no change is passed over.
 *
 * <p><em>Threads:</em> one consumer at a time. Closing is for any task.
 */
public final class DirectoryWatch implements AsyncStream<FileChange>, AsyncCloseable {

  /*
   * The watching thread puts changes in, the consumer takes them out, both under the lock, which is held
   * for a moment. `overflowed` means that the newest waiting change is an OVERFLOW, so a gap is told once.
   * The waker is called outside the lock.
   */

  /** Most changes that wait to be taken: 4,096. */
  public static final int MOST_WAITING = 4096;

  private final Path directory;
  private final WatchHub hub;
  private final Object lock = new Object();
  private final ArrayDeque<FileChange> waiting = new ArrayDeque<>();
  private boolean overflowed;
  private boolean ended;
  private @Nullable Waker waker;

  DirectoryWatch(Path directory, WatchHub hub) {
    this.directory = directory;
    this.hub = hub;
  }

  /**
   * What is watched.
   *
   * @return the path that the watch was made with
   */
  public Path directory() {
    return directory;
  }

  /** Something happened; on the watching thread. */
  void tell(FileChange.Kind kind, @Nullable Path name) {
    Waker toWake;
    synchronized (lock) {
      if (ended || (overflowed && kind == FileChange.Kind.OVERFLOW)) {
        return;
      }
      if (kind == FileChange.Kind.OVERFLOW || name == null || waiting.size() >= MOST_WAITING) {
        if (overflowed) {
          return;
        }
        overflowed = true;
        waiting.addLast(new FileChange(FileChange.Kind.OVERFLOW, directory));
      } else {
        overflowed = false;
        waiting.addLast(new FileChange(kind, directory.resolve(name)));
      }
      toWake = waker;
      waker = null;
    }
    if (toWake != null) {
      toWake.wake();
    }
  }

  /** Nothing happens any more; what waits can still be taken. */
  void end() {
    Waker toWake;
    synchronized (lock) {
      ended = true;
      toWake = waker;
      waker = null;
    }
    if (toWake != null) {
      toWake.wake();
    }
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    synchronized (lock) {
      FileChange change = waiting.pollFirst();
      if (change != null) {
        overflowed = overflowed && !waiting.isEmpty();
        return change;
      }
      if (ended) {
        return null;
      }
      waker = cx.waker();
      return RawFuture.PENDING;
    }
  }

  @Override
  public boolean cancelNext() {
    synchronized (lock) {
      waker = null;
    }
    return true;
  }

  /**
   * Ends the watch; what waits to be taken is dropped.
   *
   * <p><em>Cancellation:</em> it ends all the same.
   */
  @CancelSafe(loses = "changes that weren't taken")
  @Override
  public Future<Void> closeAsync() {
    return new CloseOp(
        hub.backend(),
        "close watch of " + directory,
        () -> {
          synchronized (lock) {
            waiting.clear();
          }
          end();
          hub.remove(this);
        });
  }

  @Override
  public String toString() {
    return "DirectoryWatch[" + directory + "]";
  }
}
