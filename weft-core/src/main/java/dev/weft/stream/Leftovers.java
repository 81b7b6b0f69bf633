package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.cleanup.Unwanted;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Items that nobody takes and that are to be closed, one after the other. */
final class Leftovers {

  private final ArrayDeque<Object> items = new ArrayDeque<>(1);
  private @Nullable RawFuture<?> closing;
  private @Nullable Throwable trouble;

  /** Adds an item unless it can't be closed anyway. */
  void add(Object item) {
    if (item instanceof AutoCloseable) {
      items.add(item);
    }
  }

  boolean isEmpty() {
    return closing == null && items.isEmpty();
  }

  /** Moves all to the end of another's, but for the one that is being closed. */
  void moveTo(Leftovers other) {
    other.items.addAll(items);
    items.clear();
  }

  /** Goes on with the closes; whether all are done. A failure is kept, and the next one's turn. */
  boolean areClosed(Context cx) {
    while (!isEmpty()) {
      try {
        RawFuture<?> now = closing;
        if (now == null) {
          now = Unwanted.close(items.remove());
          closing = now;
        }
        if (now != null && now.pollRaw(cx) == RawFuture.PENDING) {
          return false;
        }
      } catch (Throwable failure) {
        trouble = Trouble.ofCancelled(trouble, failure);
      }
      closing = null;
    }
    return true;
  }

  /** What has failed since the last time. */
  @Nullable Throwable takeTrouble() {
    Throwable now = trouble;
    trouble = null;
    return now;
  }
}
