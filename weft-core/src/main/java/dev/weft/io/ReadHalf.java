package dev.weft.io;

import dev.weft.Context;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The reading half of a stream that {@link Io#split} has divided.
 *
 * <p><em>Threads:</em> one reader at a time, in another task than the writing half if you like.
 *
 * @param <T> type of the whole stream
 */
public final class ReadHalf<T extends AsyncRead & AsyncWrite> implements AsyncRead {

  private final SharedStream<T> shared;

  ReadHalf(SharedStream<T> shared) {
    this.shared = shared;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollRead(target, cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    T stream = shared.acquire();
    try {
      return stream.pollReadable(cx);
    } finally {
      shared.release();
    }
  }

  @Override
  public void cancelRead() {
    shared.cancel(AsyncRead::cancelRead);
  }

  /**
   * Whether two halves come from the same {@link Io#split}.
   *
   * @param other a writing half
   * @return true if {@link #reunite} accepts it
   */
  public boolean isPairOf(WriteHalf<?> other) {
    return shared == other.shared();
  }

  /**
   * Puts the stream together again. Neither half can be used afterwards.
   *
   * @param other the other half
   * @return the stream that was split
   * @throws IllegalArgumentException if the halves belong to different streams
   * @throws IllegalStateException if they were reunited before
   */
  public T reunite(WriteHalf<T> other) {
    if (!isPairOf(other)) {
      throw new IllegalArgumentException(
          "The two halves come from different splits; accepted is the pair that one split made.");
    }
    return shared.reunite();
  }
}
