package dev.weft.codec;

import dev.weft.Context;
import dev.weft.codegen.PollContext;

/** Stops a long loop inside a poll, so that others get their turn. */
final class Yield {

  private Yield() {}

  /** Has the task polled again; returns false, "not done". */
  static boolean now(Context cx) {
    PollContext task = PollContext.of(cx);
    if (task == null) {
      cx.waker().wake();
    } else {
      task.yield(cx.waker());
    }
    return false;
  }
}
