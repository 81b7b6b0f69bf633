package dev.weft.codegen;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/**
 * What a block awaits at a pre-emption point: that the tasks which wait now have had their turn.
 */
final class Preempted extends LeafFuture<@Nullable Object> {

  private boolean yielded;

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    PollContext task = PollContext.of(cx);
    if (yielded || task == null) {
      return null;
    }
    yielded = true;
    task.yield(cx.waker());
    return PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    return true;
  }

  @Override
  public String toString() {
    return "pre-emption point";
  }
}
