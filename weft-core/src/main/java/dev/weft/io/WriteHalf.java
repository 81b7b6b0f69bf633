package dev.weft.io;

import dev.weft.Context;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The writing half of a stream that {@link Io#split} has divided.
 *
 * <p><em>Threads:</em> one writer at a time, in another task than the reading half if you like.
 *
 * @param <T> type of the whole stream
 */
public final class WriteHalf<T extends AsyncRead & AsyncWrite> implements AsyncWrite {

  private final SharedStream<T> shared;

  WriteHalf(SharedStream<T> shared) {
    this.shared = shared;
  }

  SharedStream<T> shared() {
    return shared;
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollWrite(source, cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollWrite(sources, offset, length, cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollWritable(cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollFlush(cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollShutdown(cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public void cancelWrite() {
    shared.cancel(AsyncWrite::cancelWrite);
  }
}
