package dev.weft.stream;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/** One wait for an item. */
final class NextFuture<T> extends StreamFuture<@Nullable T> {

  private final AsyncStream<T> stream;

  NextFuture(AsyncStream<T> stream) {
    this.stream = stream;
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    return stream.pollNext(cx);
  }

  @Override
  boolean leave() {
    return stream.cancelNext();
  }
}
