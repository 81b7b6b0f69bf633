package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** A stream that decides for each item of its source what becomes of it. */
abstract class Each<T, R> extends Operator<R> {

  /** The answer of {@link #use} to go on with the next item, once what it left out is closed. */
  static final Object SKIP = new Object();

  private final AsyncStream<T> source;
  private boolean sourceEnded;

  Each(AsyncStream<T> source) {
    super(source);
    this.source = source;
  }

  /** The item to give, SKIP for none, or null to end. */
  abstract @Nullable Object use(T item) throws Exception;

  /** The last item once the source has ended, null for none. It may discard what is left. */
  @Nullable Object atEnd() {
    return null;
  }

  @Override
  @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
  final @Nullable Object step(Context cx) throws Exception {
    while (!sourceEnded) {
      if (!stopped(cx)) {
        return RawFuture.PENDING;
      }
      Object item = source.pollNext(cx);
      if (item == RawFuture.PENDING) {
        return item;
      }
      if (item == null) {
        sourceEnded = true;
        Object last = atEnd();
        return last == null ? atStop(cx) : last;
      }
      Object used = use((T) item);
      if (used != SKIP) {
        return used;
      }
      if (!mayGoOn(cx)) {
        return RawFuture.PENDING;
      }
    }
    return atStop(cx);
  }
}
