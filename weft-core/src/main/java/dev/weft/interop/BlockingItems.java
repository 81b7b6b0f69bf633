package dev.weft.interop;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.cleanup.Unwanted;
import dev.weft.stream.AsyncStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The items of a stream for a thread that may block. What the stream fails with is thrown as it is,
 * checked or not. An interrupt makes a wait fail with {@link CancellationException}, with the
 * thread's interrupt status set; the item is still there for the next call.
 *
 * <p><em>Threads:</em> one at a time.
 *
 * @param <T> type of the items
 */
public final class BlockingItems<T> implements Iterator<T>, AutoCloseable {

  private final Weft weft;
  private final AsyncStream<T> stream;
  private @Nullable T ahead;
  private boolean ended;

  BlockingItems(Weft weft, AsyncStream<T> stream) {
    this.weft = weft;
    this.stream = stream;
  }

  /**
   * Waits for the next item, or for the end.
   *
   * @return whether there is an item
   * @throws IllegalStateException on a worker, which it would stall
   */
  @Override
  public boolean hasNext() {
    if (ahead == null && !ended) {
      try {
        ahead = wait(stream.next());
      } catch (CancellationException interrupted) {
        throw interrupted;
      } catch (Throwable failure) {
        ended = true;
        throw failure;
      }
      ended = ahead == null;
    }
    return ahead != null;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The stream has ended; ask hasNext first.");
    }
    T item = ahead;
    ahead = null;
    if (item == null) {
      throw new AssertionError("hasNext said yes");
    }
    return item;
  }

  private <R extends @Nullable Object> R wait(Future<R> future) {
    try {
      return weft.blockOn(future);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      var cancelled = new CancellationException("The thread was interrupted while it waited.");
      cancelled.initCause(interrupt);
      throw cancelled;
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  /**
   * The rest of the items as a sequential JDK stream; closing that closes this.
   *
   * @return a stream that blocks the thread that runs its terminal operation
   */
  public Stream<T> stream() {
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .onClose(this::close);
  }

  /**
   * Closes the stream and waits until that is done. An item that {@link #hasNext} has found and
   * nobody has taken is closed, if it is {@link AutoCloseable}. A second call does nothing.
   */
  @Override
  public void close() {
    T left = ahead;
    ended = true;
    ahead = null;
    Throwable failure = null;
    try {
      RawFuture<?> close = Unwanted.close(left);
      if (close != null) {
        Object _ = wait(close);
      }
    } catch (Throwable thrown) {
      failure = thrown;
    }
    try {
      wait(stream.closeAsync());
    } catch (Throwable thrown) {
      failure = Trouble.add(failure, thrown);
    }
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }
}
