package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.codegen.Shared;
import org.jspecify.annotations.Nullable;

/**
 * A branch that a lost race leaves alone, so that the same future can be raced again.
 *
 * <p><em>Cancellation:</em> of the race as a whole cancels the branch, as nobody else would.
 *
 * @param <T> type of the result
 */
final class Keep<T extends @Nullable Object> extends Combinator<T> {

  /*
   * A future of one owner is polled on by the next view of it, and stays registered with the task's
   * waker in between. Of a shared one, such as a join handle, a view takes a wait of its own: that is
   * given up when the race is lost, or each round of a loop would leave one behind.
   */

  private final Future<T> future;
  private @Nullable RawFuture<T> owned;

  Keep(Future<T> future) {
    this.future = future;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    return owned().pollRaw(cx);
  }

  private RawFuture<T> owned() {
    RawFuture<T> current = owned;
    if (current == null) {
      current = RawFuture.own(future);
      owned = current;
    }
    return current;
  }

  @Override
  boolean stop() {
    return owned().cancel();
  }

  @Override
  boolean sparedByRace() {
    RawFuture<T> current = owned;
    if (current != null && future instanceof Shared<?>) {
      if (!current.cancel()) {
        return false;
      }
      owned = null;
    }
    return true;
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object value) {
    return Disposal.of(owned(), value);
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<T> current = owned;
    return current == null ? null : current.location();
  }

  @Override
  public String toString() {
    return future.toString();
  }
}
