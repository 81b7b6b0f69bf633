package dev.weft.io;

import dev.weft.Context;
import dev.weft.Waker;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One direction of a {@link DuplexStream}: a bounded ring of bytes between two tasks. */
final class Pipe {

  /*
   * State: ring[first, first + size) modulo its length is under way. The writer ends the pipe (`ended`):
   * the reader drains it and then sees the end. The reader leaves it (`left`): the bytes are dropped and
   * writes fail. Each side has at most one waker here, that of its latest pending poll; whoever changes
   * what the other side waits for takes that waker out under the lock and calls it after the lock.
   *
   * Ordering: all fields are guarded by the monitor. A poll that answers pending has registered in the
   * same critical section in which it looked, so no change can slip in between. Nothing but copying
   * happens under the lock.
   */

  private final byte[] ring;
  private int first;
  private int size;
  private boolean ended;
  private boolean left;
  private @Nullable Waker reader;
  private @Nullable Waker writer;

  Pipe(int capacity) {
    ring = new byte[capacity];
  }

  int pollRead(ByteBuffer target, Context cx) throws IOException {
    int count;
    Waker room;
    synchronized (this) {
      if (left) {
        throw new IOException("This end of the duplex stream is closed.");
      }
      if (!target.hasRemaining()) {
        return 0;
      }
      if (size == 0) {
        reader = ended ? null : cx.waker();
        return ended ? AsyncRead.EOF : AsyncRead.PENDING;
      }
      reader = null;
      count = Math.min(size, target.remaining());
      int run = Math.min(count, ring.length - first);
      target.put(ring, first, run).put(ring, 0, count - run);
      first = (first + count) % ring.length;
      size -= count;
      room = writer;
      writer = null;
    }
    wake(room);
    return count;
  }

  int pollWrite(ByteBuffer source, Context cx) throws IOException {
    int count;
    Waker data;
    synchronized (this) {
      if (ended) {
        throw new IOException("This end of the duplex stream was shut down or closed.");
      }
      if (left) {
        throw new IOException("Broken pipe: the other end of the duplex stream is closed.");
      }
      if (!source.hasRemaining()) {
        return 0;
      }
      if (size == ring.length) {
        writer = cx.waker();
        return AsyncWrite.PENDING;
      }
      writer = null;
      count = Math.min(ring.length - size, source.remaining());
      int from = (first + size) % ring.length;
      int run = Math.min(count, ring.length - from);
      source.get(ring, from, run).get(ring, 0, count - run);
      size += count;
      data = reader;
      reader = null;
    }
    wake(data);
    return count;
  }

  /** The writer sends nothing more. */
  void end() {
    Waker data;
    Waker room;
    synchronized (this) {
      ended = true;
      data = reader;
      room = writer; // of another task of the writer's side, if it closed in the middle of a write
      reader = null;
      writer = null;
    }
    wake(data);
    wake(room);
  }

  /** The reader takes nothing more. */
  void leave() {
    Waker data;
    Waker room;
    synchronized (this) {
      left = true;
      size = 0;
      data = reader;
      room = writer;
      reader = null;
      writer = null;
    }
    wake(data);
    wake(room);
  }

  synchronized void forgetReader() {
    reader = null;
  }

  synchronized void forgetWriter() {
    writer = null;
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }
}
