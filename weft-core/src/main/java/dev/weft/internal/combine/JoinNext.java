package dev.weft.internal.combine;

import dev.weft.Context;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the next task of a join set or map to end.
 *
 * <p><em>Cancellation:</em> nothing is lost.
 */
final class JoinNext<T extends @Nullable Object, R> extends WaitLine.Place<@Nullable R> {

  private final JoinCore<T> core;
  private final Function<? super JoinEntry<T>, ? extends R> view;

  JoinNext(JoinCore<T> core, Function<? super JoinEntry<T>, ? extends R> view) {
    this.core = core;
    this.view = view;
  }

  @Override
  @SuppressWarnings("unchecked") // the core's entries are of T
  protected @Nullable Object pollLeaf(Context cx) {
    Object next = core.next(this, cx.waker());
    return next instanceof JoinEntry<?> entry ? view.apply((JoinEntry<T>) entry) : next;
  }

  @Override
  protected boolean cancelLeaf() {
    core.leaveTakers(this);
    return true;
  }

  @Override
  public String toString() {
    return "next of a join set";
  }
}
