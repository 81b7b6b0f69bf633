package dev.weft.internal.cleanup;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The closes of values that nobody can receive any more. */
public final class Discards {

  // A failure of a close goes to the runtime's handler; it never stops the task that discards.

  private final ArrayDeque<RawFuture<?>> closing = new ArrayDeque<>(1);

  /** Makes one that has nothing to close. */
  public Discards() {}

  /**
   * Closes a value if it can be closed, or begins to.
   *
   * @param value what nobody takes
   * @param cx the context of the poll
   */
  public void add(@Nullable Object value, Context cx) {
    try {
      RawFuture<?> close = Unwanted.close(value);
      if (close != null) {
        closing.add(close);
      }
    } catch (Throwable failure) {
      report(failure, cx);
    }
  }

  /**
   * Whether nothing is being closed.
   *
   * @return true if all closes are done
   */
  public boolean isEmpty() {
    return closing.isEmpty();
  }

  /**
   * Goes on with the closes.
   *
   * @param cx the context of the poll; its waker is called when a pending close goes on
   * @return whether all are closed
   */
  public boolean areDone(Context cx) {
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

  /**
   * Hands a failure that nobody can receive to the runtime's handler.
   *
   * @param failure what happened
   * @param cx the context of the poll; outside any task nobody is told
   */
  public static void report(Throwable failure, Context cx) {
    PollContext task = PollContext.of(cx);
    if (task != null) {
      task.reportUnhandled(failure);
    }
  }
}
