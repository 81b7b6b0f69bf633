package dev.weft.interop;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The closes of values that nobody can receive any more. */
final class Discards {

  // A failure of a close goes to the runtime's handler; it never stops the task that discards.

  private final ArrayDeque<RawFuture<?>> closing = new ArrayDeque<>(1);

  /** Closes a value if it can be closed, or begins to. */
  void add(@Nullable Object value, Context cx) {
    try {
      if (value instanceof AsyncCloseable resource) {
        closing.add(RawFuture.own(resource.closeAsync()));
      } else if (value instanceof AutoCloseable resource) {
        resource.close();
      }
    } catch (Throwable failure) {
      report(failure, cx);
    }
  }

  /** Whether all are closed; if not, the context's waker is called when it goes on. */
  boolean areDone(Context cx) {
    while (!closing.isEmpty()) {
      try {
        if (closing.element().pollRaw(cx) == RawFuture.PENDING) {
          return false;
        }
      } catch (Throwable failure) {
        report(failure, cx);
      }
      closing.remove();
    }
    return true;
  }

  static void report(Throwable failure, Context cx) {
    PollContext task = PollContext.of(cx);
    if (task != null) {
      task.reportUnhandled(failure);
    }
  }
}
