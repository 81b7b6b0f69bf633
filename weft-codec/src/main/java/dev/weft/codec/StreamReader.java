package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stream of buffers as a source of bytes: what a channel, a generator or a body of chunks gives
 * can then be framed, inflated or copied.
 *
 * <p>It takes one item at a time, and the next one when that is used up; empty ones are passed
 * over. Items that are {@link AutoCloseable}, such as {@link dev.weft.io.PooledBuffer}, are closed
 * when they are used up. The end of the stream is the end of the source, also if the stream would
 * go on. A failure of the stream that is no {@link IOException} and unchecked neither becomes the
 * cause of one.
 *
 * <p><em>Cancellation:</em> of a read: safe; what wasn't returned is given to the next one.
 *
 * <p><em>Threads:</em> one reader at a time.
 *
 * {@snippet class="dev.weft.codec.snippets.StreamSnippets" region="reader"}
 *
 * @param <T> type of the items
 */
public final class StreamReader<T> implements AsyncRead, AsyncCloseable {

  /*
   * State: `item` is what was taken from the stream and `bytes` what is left of it; both are null between
   * items. A stream of nothing but empty items is left now and then, so that others get their turn.
   */

  private static final int MAX_ITEMS = 64;

  private final AsyncStream<T> stream;
  private final Function<? super T, ByteBuffer> view;
  private @Nullable T item;
  private @Nullable ByteBuffer bytes;
  private boolean ended;
  private boolean givesUp; // the stream has to be polled on after a cancelled read

  private StreamReader(AsyncStream<T> stream, Function<? super T, ByteBuffer> view) {
    this.stream = Objects.requireNonNull(stream, "stream");
    this.view = Objects.requireNonNull(view, "view");
  }

  /**
   * The bytes of buffers, from their position to their limit.
   *
   * @param stream gives the buffers, which are this reader's from then on
   * @return the source
   */
  public static StreamReader<ByteBuffer> of(AsyncStream<ByteBuffer> stream) {
    return of(stream, Function.identity());
  }

  /**
   * The bytes of arrays.
   *
   * @param stream gives the arrays, which must not change before they are used up
   * @return the source
   */
  public static StreamReader<byte[]> ofArrays(AsyncStream<byte[]> stream) {
    return of(stream, ByteBuffer::wrap);
  }

  /**
   * The bytes of items.
   *
   * @param stream gives the items
   * @param view the bytes of an item, from their position to their limit; asked once
   * @param <T> type of the items
   * @return the source
   */
  public static <T> StreamReader<T> of(
      AsyncStream<T> stream, Function<? super T, ByteBuffer> view) {
    return new StreamReader<>(stream, view);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException if the stream fails
   */
  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    for (int items = 0; ; items++) {
      ByteBuffer left = bytes;
      if (left != null && left.hasRemaining()) {
        int count = Math.min(left.remaining(), target.remaining());
        target.put(target.position(), left, left.position(), count);
        target.position(target.position() + count);
        left.position(left.position() + count);
        dropIfUsedUp(left);
        return count;
      }
      if (items == MAX_ITEMS) {
        Yield.now(cx);
        return PENDING;
      }
      if (ended) {
        return EOF;
      }
      if (!take(cx)) {
        return PENDING;
      }
    }
  }

  /** Takes the next item or notes the end; false if pending. */
  private boolean take(Context cx) throws IOException {
    Object next;
    try {
      next = next(cx);
    } catch (IOException | RuntimeException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException(stream + " failed: " + failure.getMessage(), failure);
    }
    if (next == RawFuture.PENDING) {
      return false;
    }
    if (next == null) {
      ended = true;
      return true;
    }
    @SuppressWarnings("unchecked")
    T taken = (T) next;
    item = taken;
    ByteBuffer left = view.apply(taken);
    bytes = left;
    dropIfUsedUp(left);
    return true;
  }

  /** A poll that was given up ends first; its end is nothing to this reader. */
  private @Nullable Object next(Context cx) throws Exception {
    if (givesUp) {
      try {
        Object last = stream.pollNext(cx);
        givesUp = last == RawFuture.PENDING;
        return last;
      } catch (Cancellation givenUp) {
        givesUp = false;
      }
    }
    return stream.pollNext(cx);
  }

  private void dropIfUsedUp(ByteBuffer left) throws IOException {
    if (!left.hasRemaining()) {
      drop();
    }
  }

  private void drop() throws IOException {
    T last = item;
    item = null;
    bytes = null;
    if (last instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (IOException | RuntimeException failure) {
        throw failure;
      } catch (Exception failure) {
        throw new IOException(last + " failed to close: " + failure.getMessage(), failure);
      }
    }
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return ended || bytes != null || take(cx);
  }

  @Override
  public void cancelRead() {
    givesUp = !stream.cancelNext();
  }

  /**
   * Drops what is left of an item and what a cancelled read still brings, and closes the stream.
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(new Dropping(), () -> new Leaving(this));
  }

  /** Waits until the stream may be left alone; false if pending. Its answer belongs to nobody. */
  private boolean leave(Context cx) throws Exception {
    if (stream.cancelNext()) {
      return true;
    }
    Object last;
    try {
      last = stream.pollNext(cx);
    } catch (Cancellation givenUp) {
      return true;
    }
    if (last == RawFuture.PENDING) {
      return stream.cancelNext();
    }
    if (last instanceof AutoCloseable closeable) {
      closeable.close();
    }
    return true;
  }

  @Override
  public String toString() {
    return "StreamReader[" + stream + "]";
  }

  /** The second step of a close: a stream is closed when no read of it is pending. */
  private static final class Leaving extends LeafFuture<Void> {
    private final StreamReader<?> reader;
    private @Nullable RawFuture<Void> closing;
    private @Nullable Exception failure;

    Leaving(StreamReader<?> reader) {
      this.reader = reader;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      if (closing == null) {
        if (!isLeft(cx)) {
          return PENDING;
        }
        closing = RawFuture.own(reader.stream.closeAsync());
      }
      Object result;
      try {
        result = closing.pollRaw(cx);
      } catch (Exception broken) {
        if (failure != null && failure != broken) {
          broken.addSuppressed(failure);
        }
        throw broken;
      }
      if (result != PENDING && failure != null) {
        throw failure;
      }
      return result;
    }

    private boolean isLeft(Context cx) {
      try {
        return reader.leave(cx);
      } catch (Exception broken) {
        failure = broken;
        return true;
      }
    }

    @Override
    protected boolean cancelLeaf() {
      return false; // nobody could make up for it
    }
  }

  /** The first step of a close. */
  private final class Dropping implements Ending {

    @Override
    public boolean poll(Context cx) throws IOException {
      ended = true;
      drop();
      return true;
    }

    @Override
    public void cancel(boolean polled) {
      ended = true;
      try {
        drop();
      } catch (IOException _) {
        // The close ends as cancelled, which is more than that.
      }
    }
  }
}
