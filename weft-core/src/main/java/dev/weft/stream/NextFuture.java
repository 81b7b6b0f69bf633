package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One wait for an item. */
final class NextFuture<T> extends LeafFuture<@Nullable T> {

  private final AsyncStream<T> stream;

  NextFuture(AsyncStream<T> stream) {
    this.stream = stream;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    return stream.pollNext(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    return stream.cancelNext();
  }
}
