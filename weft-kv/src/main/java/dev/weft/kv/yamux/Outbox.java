package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The way from the streams to the connection: frames are put together and written at once. */
final class Outbox {

  /*
   * State: `buffer` holds frames, of which [position, limit) isn't written; it belongs to the runner. It
   * is as large as what is due, up to SIZE, and an idle session has none.
   */

  static final int SIZE = 64 << 10;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final RunnerSide session;
  private final AsyncWrite target;
  private ByteBuffer buffer = NONE;
  private boolean dirty;

  Outbox(RunnerSide session, AsyncWrite target) {
    this.session = session;
    this.target = target;
  }

  boolean isEmpty() {
    return !buffer.hasRemaining();
  }

  /** Writes a round; false if nothing could be done. */
  boolean poll(Context cx) throws IOException {
    if (isEmpty()) {
      refill();
    }
    return write(cx);
  }

  private void refill() {
    buffer = session.fill(buffer, SIZE);
    if (isEmpty()) {
      buffer = NONE;
    }
    session.wakeAll();
  }

  /** Writes what it has; false if the connection takes nothing or there is nothing. */
  boolean write(Context cx) throws IOException {
    if (isEmpty()) {
      return false;
    }
    if (target.pollWrite(buffer, cx) == AsyncWrite.PENDING) {
      return false;
    }
    dirty = true;
    return true;
  }

  /** Brings what was written to the connection on its way; true if that is done. */
  boolean flush(Context cx) throws IOException {
    if (dirty && target.pollFlush(cx)) {
      dirty = false;
    }
    return !dirty;
  }

  /** Adds what is due now, as far as one buffer holds it. */
  void collect() {
    ByteBuffer more = session.fill(NONE, SIZE);
    session.wakeAll();
    if (more.hasRemaining()) {
      ByteBuffer all = ByteBuffer.allocate(buffer.remaining() + more.remaining());
      buffer = all.put(buffer).put(more).flip();
    }
  }

  /** Puts the last word of a session behind the frame that is being written. */
  void goAway(int code) {
    ByteBuffer last = ByteBuffer.allocate(buffer.remaining() + Wire.HEADER);
    last.put(buffer);
    Wire.header(last, Wire.GO_AWAY, 0, Wire.SESSION, code);
    buffer = last.flip();
  }
}
