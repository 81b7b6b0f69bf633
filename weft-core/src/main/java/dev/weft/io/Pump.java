package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import java.io.IOException;

/** One direction of a copy: bytes from a source through a buffer to a target. */
final class Pump {

  /*
   * State: what was read and not yet written is in the reader's buffer, so a copy from the user's own
   * BufReader can be cancelled without loss. `dirty`: the target has bytes that weren't flushed; they
   * are flushed while the source has nothing, lest a buffering target hold the last word of one who waits
   * for the answer. ended -> done, once the target was flushed or shut down after the last byte.
   */

  private final BufReader from;
  private final AsyncWrite to;
  private final boolean shutDown;
  private long copied;
  private boolean dirty;
  private boolean ended;
  private boolean done;

  Pump(AsyncRead from, AsyncWrite to, boolean shutDown) {
    this.from = from instanceof BufReader reader ? reader : new BufReader(from);
    this.to = to;
    this.shutDown = shutDown;
  }

  long copied() {
    return copied;
  }

  /** Copies what goes without waiting; returns whether all is done. */
  boolean poll(Context cx) throws IOException {
    while (!done) {
      if (!ended && from.buffered() == 0) {
        int count = from.pollMore(cx, 1);
        if (count == AsyncRead.PENDING) {
          dirty = dirty && !to.pollFlush(cx);
          return false;
        }
        ended = count == AsyncRead.EOF;
      }
      if (from.buffered() == 0) {
        done = shutDown ? to.pollShutdown(cx) : to.pollFlush(cx);
        return done;
      }
      if (!write(cx) || !PollContext.mayGoOn(cx)) {
        return false;
      }
    }
    return true;
  }

  private boolean write(Context cx) throws IOException {
    int count = from.pollWriteTo(to, cx);
    if (count == AsyncWrite.PENDING) {
      return false;
    }
    if (count <= 0) {
      throw new IOException(to + " accepted " + count + " bytes of a write that isn't empty.");
    }
    copied += count;
    dirty = true;
    return true;
  }

  void cancel() {
    from.cancelRead();
    to.cancelWrite();
  }
}
