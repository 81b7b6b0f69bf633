package dev.weft.io;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** What the two halves of {@link Io#split} have in common. */
final class SharedStream<T extends AsyncRead & AsyncWrite> {

  /*
   * Idea: a stream may assume that one task at a time uses it, so the halves take turns: every call into
   * the stream holds `lock`. A call never waits for anything else inside, so neither half waits long.
   * State: `stream` until reunited() has given it back; then the halves are dead. Guarded by the lock.
   */

  private final ReentrantLock lock = new ReentrantLock();
  private final T stream;
  private boolean reunited;

  SharedStream(T stream) {
    this.stream = stream;
  }

  /** The stream, with the lock taken; call {@link #release} after use. */
  T acquire() {
    lock.lock();
    if (reunited) {
      lock.unlock();
      throw new IllegalStateException(
          "This half of " + stream + " was reunited with the other one; use the stream itself.");
    }
    return stream;
  }

  void release() {
    lock.unlock();
  }

  /** Undoes a registration; nothing is left to undo once the halves are dead. */
  void cancel(Consumer<T> undo) {
    lock.lock();
    try {
      if (!reunited) {
        undo.accept(stream);
      }
    } finally {
      lock.unlock();
    }
  }

  T reunite() {
    T whole = acquire();
    try {
      reunited = true;
      return whole;
    } finally {
      release();
    }
  }
}
