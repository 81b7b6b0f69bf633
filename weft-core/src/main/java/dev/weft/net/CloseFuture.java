package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One close. It takes effect also if it is cancelled, for nobody could make up for it. */
final class CloseFuture extends LeafFuture<Void> {

  private final Runnable close;
  private final Predicate<Context> isReleased;

  /** Creates a close that is done as soon as it was called. */
  CloseFuture(Runnable close) {
    this(close, cx -> true);
  }

  /** Creates a close that is done when the socket is released. */
  CloseFuture(Runnable close, Predicate<Context> isReleased) {
    this.close = close;
    this.isReleased = isReleased;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    close.run();
    return isReleased.test(cx) ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    close.run();
    return true;
  }
}
