package dev.weft.codegen;

import dev.weft.Context;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A close that takes effect at once.
 *
 * <p><em>Cancellation:</em> it takes effect also if it is cancelled, even before its first poll,
 * for nobody could make up for it.
 */
public final class CloseFuture extends LeafFuture<Void> {

  private final Runnable close;
  private final Predicate<Context> isReleased;

  /**
   * Creates a close that is done as soon as it was called.
   *
   * @param close closes the resource without waiting; a second call does nothing
   */
  public CloseFuture(Runnable close) {
    this(close, cx -> true);
  }

  /**
   * Creates a close that is done when the resource is released.
   *
   * @param close closes the resource without waiting; a second call does nothing
   * @param isReleased whether that is done; if not, it has kept the context's waker
   */
  public CloseFuture(Runnable close, Predicate<Context> isReleased) {
    this.close = Objects.requireNonNull(close, "close");
    this.isReleased = Objects.requireNonNull(isReleased, "isReleased");
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
