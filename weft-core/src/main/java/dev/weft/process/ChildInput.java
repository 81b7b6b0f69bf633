package dev.weft.process;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The input of a child, which this program writes. */
final class ChildInput implements AsyncWrite {

  /*
   * Idea: a write is copied into the buffer and given to the pool, unless the one before is still under
   * way. A failure is told to the next write or flush.
   *
   * State: `length` bytes of the buffer are being written; `failure` is why the pipe is broken. The call
   * uses them while it is under way, the writer afterwards.
   */

  private static final int BUFFER_BYTES = 16 * 1024;

  private final OutputStream pipe;
  private final String name;
  private final PipeLock lock;
  private final PoolCall call;
  private byte @Nullable [] buffer;
  private int length;
  private @Nullable IOException failure;

  ChildInput(OutputStream pipe, String name) {
    this.pipe = pipe;
    this.name = name;
    this.lock = new PipeLock(pipe);
    this.call = new PoolCall(this);
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (!source.hasRemaining()) {
      return 0;
    }
    if (lock.isClosed()) {
      throw new IOException(this + " is closed.");
    }
    if (!pollWritten(cx)) {
      return PENDING;
    }
    byte[] room = buffer;
    if (room == null) {
      room = new byte[BUFFER_BYTES];
      buffer = room;
    }
    length = Math.min(room.length, source.remaining());
    source.get(room, 0, length);
    int accepted = length;
    call.start(cx, this::drain);
    return accepted;
  }

  private @Nullable Void drain() {
    if (!lock.enter()) {
      failure = new IOException("it was closed before all was written");
      return null;
    }
    try {
      pipe.write(Objects.requireNonNull(buffer), 0, length);
      pipe.flush();
    } catch (IOException broken) {
      failure = broken;
    } finally {
      lock.leave();
    }
    return null;
  }

  /** Whether all that was accepted is in the pipe. */
  private boolean pollWritten(Context cx) throws IOException {
    if (!call.pollEnd(cx)) {
      return false;
    }
    IOException broken = failure;
    if (broken != null) {
      throw new IOException(this + " can't be written to: " + broken.getMessage(), broken);
    }
    return true;
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return pollWritten(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    if (lock.isClosed()) {
      return true;
    }
    try {
      if (!pollWritten(cx)) {
        return false;
      }
    } catch (IOException broken) {
      lock.close();
      throw broken;
    }
    lock.close();
    return true;
  }

  @Override
  public void cancelWrite() {
    call.forget();
  }

  void close() {
    lock.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
