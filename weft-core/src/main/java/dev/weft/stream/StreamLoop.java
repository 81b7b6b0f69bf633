package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import org.jspecify.annotations.Nullable;

/** A future that takes the items of a stream until it ends. */
abstract class StreamLoop<T, R extends @Nullable Object> extends Terminal<R> {

  /*
   * When the stream can't be left at once it is polled until it answers; an item that still comes is used,
   * since it is in nobody else's hands, and the loop ends as cancelled.
   */

  private final AsyncStream<T> stream;

  StreamLoop(AsyncStream<T> stream) {
    super(stream);
    this.stream = stream;
  }

  /** Uses an item. */
  abstract void accept(T item) throws Exception;

  /** The result, an R, at the end of the stream. */
  abstract @Nullable Object atEnd();

  @Override
  @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
  final @Nullable Object consume(Context cx) throws Exception {
    while (true) {
      Object item = stream.pollNext(cx);
      if (item == PENDING) {
        return PENDING;
      }
      if (item == null) {
        return atEnd();
      }
      accept((T) item);
      if (isCancelled()) {
        throw cancellation();
      }
      if (!PollContext.mayGoOn(cx)) {
        return PENDING;
      }
    }
  }
}
