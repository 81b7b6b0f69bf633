package dev.weft.process;

import java.io.Closeable;
import java.io.IOException;

/** Closes a pipe once no thread is inside of a system call on it. */
final class PipeLock {

  /*
   * Closing a descriptor doesn't wake a thread that is blocked on it, and if it is closed between the
   * moment at which that thread takes its number and the call, the call may hit another file that has
   * got the same number since. So whoever closes while a call runs leaves the close to that call's end,
   * which comes with the end of the child.
   */

  private final Closeable pipe;
  private boolean busy;
  private boolean closed;

  PipeLock(Closeable pipe) {
    this.pipe = pipe;
  }

  /** Begins a call; false if the pipe is closed. */
  synchronized boolean enter() {
    busy = !closed;
    return busy;
  }

  /** Whether a call is under way. */
  synchronized boolean isBusy() {
    return busy;
  }

  /** Ends a call that was begun. */
  void leave() {
    if (leaveOpen()) {
      return;
    }
    closeNow();
  }

  private synchronized boolean leaveOpen() {
    busy = false;
    return !closed;
  }

  void close() {
    if (beginClose()) {
      closeNow();
    }
  }

  private synchronized boolean beginClose() {
    boolean first = !closed;
    closed = true;
    return first && !busy;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  private void closeNow() {
    try {
      pipe.close();
    } catch (IOException lost) {
      // The descriptor is gone all the same, and nothing is buffered.
    }
  }
}
