package dev.weft.stream;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import org.jspecify.annotations.Nullable;

/** A future that takes the items of a stream until it ends. */
abstract class StreamLoop<T, R extends @Nullable Object> extends LeafFuture<R> {

  /*
   * State: `cancelled` is set when the stream can't be left at once. It is then polled until it answers;
   * an item that still comes is used, since it is in nobody else's hands, and the loop ends as cancelled.
   */

  private final AsyncStream<T> stream;
  private boolean cancelled;

  StreamLoop(AsyncStream<T> stream) {
    this.stream = stream;
  }

  /** Uses an item. */
  abstract void accept(T item) throws Exception;

  /** The result, an R, at the end of the stream. */
  abstract @Nullable Object atEnd();

  @Override
  @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
  protected final @Nullable Object pollLeaf(Context cx) throws Exception {
    while (true) {
      Object item = stream.pollNext(cx);
      if (item == PENDING) {
        return PENDING;
      }
      if (item == null) {
        return atEnd();
      }
      accept((T) item);
      if (cancelled) {
        throw new Cancellation(this + " was cancelled.");
      }
      if (!PollContext.mayGoOn(cx)) {
        return PENDING;
      }
    }
  }

  @Override
  protected final boolean cancelLeaf() {
    cancelled = !stream.cancelNext();
    return !cancelled;
  }
}
