package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import org.jspecify.annotations.Nullable;

/** Completes at its second poll, behind the tasks that waited at the first; costs no budget. */
final class YieldNow extends Combinator<Void> {

  private boolean yielded;

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) {
    if (yielded) {
      return null;
    }
    yielded = true;
    if (task != null) {
      task.yield(cx.waker());
    } else {
      cx.waker().wake();
    }
    return PENDING;
  }

  @Override
  boolean stop() {
    return true;
  }
}
