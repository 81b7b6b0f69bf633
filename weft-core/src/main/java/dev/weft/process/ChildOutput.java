package dev.weft.process;

import dev.weft.Context;
import dev.weft.io.AsyncRead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An output of a child, which this program reads. */
final class ChildOutput implements AsyncRead {

  /*
   * Idea: a read that finds nothing in the buffer has the pool fill it. The call goes on when the read
   * is cancelled, and the next read gets what it has brought. So no thread is in the pipe unless
   * somebody has read, and no byte is lost.
   *
   * State: bytes from `start` to `end` of the buffer are there; `ended` and `failure` are how the pipe
   * ended. The call writes them while it is under way, the reader afterwards.
   */

  private static final int BUFFER_BYTES = 16 * 1024;

  private final InputStream pipe;
  private final String name;
  private final PipeLock lock;
  private final PoolCall call;
  private byte @Nullable [] buffer;
  private int start;
  private int end;
  private boolean ended;
  private @Nullable IOException failure;

  ChildOutput(InputStream pipe, String name) {
    this.pipe = pipe;
    this.name = name;
    this.lock = new PipeLock(pipe);
    this.call = new PoolCall(this);
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    requireOpen();
    while (start == end || call.isUnderWay()) {
      if (!call.isUnderWay()) {
        requireOpen();
        if (ended) {
          return EOF;
        }
        IOException broken = failure;
        if (broken != null) {
          throw new IOException(this + " can't be read: " + broken.getMessage(), broken);
        }
        call.start(cx, this::fill);
      }
      if (!call.pollEnd(cx)) {
        return PENDING;
      }
    }
    int count = Math.min(end - start, target.remaining());
    target.put(Objects.requireNonNull(buffer), start, count);
    start += count;
    return count;
  }

  private void requireOpen() throws IOException {
    if (lock.isClosed()) {
      throw new IOException(this + " is closed.");
    }
  }

  private @Nullable Void fill() {
    if (!lock.enter()) {
      return null;
    }
    try {
      byte[] room = buffer;
      if (room == null) {
        room = new byte[BUFFER_BYTES];
        buffer = room;
      }
      int count = pipe.read(room);
      start = 0;
      end = Math.max(0, count);
      ended = count < 0;
    } catch (IOException broken) {
      failure = broken;
    } finally {
      lock.leave();
    }
    return null;
  }

  @Override
  public void cancelRead() {
    call.forget();
  }

  /** Whether a thread is in the pipe, and waits for bytes unless they have just come. */
  boolean isInPipe() {
    return call.isUnderWay() && lock.isBusy();
  }

  void close() {
    lock.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
