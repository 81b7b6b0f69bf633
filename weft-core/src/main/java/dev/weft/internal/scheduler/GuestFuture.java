package dev.weft.internal.scheduler;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.combine.Disposal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A future that runs on a foreign executor, which may refuse to go on with it. */
final class GuestFuture<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * After a refusal the inner future is cancelled, polled to its end elsewhere, and fails with what the
   * executor threw. A value that it still gives reaches nobody: it is disposed of as that of a future that
   * has lost a race, and the task ends after that. `ending` is what is polled to its end then, the inner
   * future or the disposal. `refusal` is written by whoever had asked the executor, once, before the poll
   * that acts on it; the rest belongs to the poller.
   */

  private final RawFuture<T> inner;
  private final @Nullable Consumer<? super Throwable> listener;
  private volatile @Nullable Throwable refusal;
  private @Nullable RawFuture<?> ending;

  /** With a listener, a refusal is told to it, and the task then ends as if it had been aborted. */
  GuestFuture(RawFuture<T> inner, @Nullable Consumer<? super Throwable> listener) {
    this.inner = inner;
    this.listener = listener;
  }

  void reject(Throwable thrown) {
    refusal = thrown;
    if (listener != null) {
      listener.accept(thrown);
    }
  }

  boolean isRejected() {
    return refusal != null;
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    Throwable refused = refusal;
    if (refused == null) {
      return inner.pollRaw(cx);
    }
    if (!hasEnded(cx, refused)) {
      return PENDING;
    }
    if (listener != null) {
      throw new Cancellation(inner + " was refused by its executor.");
    }
    throw Codegen.<RuntimeException>sneak(refused);
  }

  private boolean hasEnded(Context cx, Throwable refused) {
    RawFuture<?> now = ending;
    if (now == null) {
      now = isReleased(refused) ? null : inner;
    }
    while (now != null) {
      ending = now;
      try {
        Object result = now.pollRaw(cx);
        if (result == PENDING) {
          return false;
        }
        now = now == inner ? Disposal.of(inner, result) : null;
      } catch (Throwable inCleanUp) {
        Throwable _ = Trouble.ofCancelled(refused, inCleanUp);
        now = null;
      }
    }
    return true;
  }

  private boolean isReleased(Throwable refused) {
    try {
      return inner.cancel();
    } catch (Throwable inCleanUp) {
      Throwable _ = Trouble.ofCancelled(refused, inCleanUp);
      return true;
    }
  }

  @Override
  public boolean cancel() {
    return refusal == null && inner.cancel();
  }

  @Override
  public boolean claim() {
    return inner.claim();
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> last = ending;
    return last == null ? inner.location() : last.location();
  }

  @Override
  public String toString() {
    return inner.toString();
  }
}
