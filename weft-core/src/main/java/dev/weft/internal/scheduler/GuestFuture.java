package dev.weft.internal.scheduler;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A future that runs on a foreign executor, which may refuse to go on with it. */
final class GuestFuture<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * After a refusal the inner future is cancelled, polled to its end elsewhere, and fails with what the
   * executor threw. `refusal` is written by whoever had asked the executor, once, before the poll that
   * acts on it; the rest belongs to the poller.
   */

  private final RawFuture<T> inner;
  private final @Nullable Consumer<? super Throwable> listener;
  private volatile @Nullable Throwable refusal;
  private boolean leaving;

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
    boolean first = !leaving;
    leaving = true;
    if (!(first && inner.cancel()) && !cleanedUp(cx, refused)) {
      return PENDING;
    }
    if (listener != null) {
      throw new Cancellation(inner + " was refused by its executor.");
    }
    throw Codegen.<RuntimeException>sneak(refused);
  }

  private boolean cleanedUp(Context cx, Throwable refused) {
    try {
      Object result = inner.pollRaw(cx);
      if (result == PENDING) {
        return false;
      }
      if (result instanceof AutoCloseable resource) {
        resource.close(); // nobody will get it
      }
    } catch (Throwable thrown) {
      Throwable _ = Trouble.ofCancelled(refused, thrown);
    }
    return true;
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
    return inner.location();
  }

  @Override
  public String toString() {
    return inner.toString();
  }
}
