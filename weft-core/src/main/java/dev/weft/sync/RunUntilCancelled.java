package dev.weft.sync;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** A future that is cancelled by a token. */
final class RunUntilCancelled<T> extends Around<@Nullable T> {

  /*
   * State, the owner's: RUNNING -> STOPPING when the token was seen, -> ABORTED when the owner itself
   * cancels. From then on only the inner future is polled, and its end is this one's; a Cancellation in
   * which it ends was the token's in STOPPING and is the owner's in ABORTED.
   */

  private enum State {
    RUNNING,
    STOPPING,
    ABORTED
  }

  private final RawFuture<T> future;
  private final TokenWait cancelled;
  private State state = State.RUNNING;
  private boolean begun;

  RunUntilCancelled(CancellationToken token, Future<T> future) {
    this.future = RawFuture.own(future);
    this.cancelled = new TokenWait(token);
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    if (!begun) {
      begun = true;
      if (sawToken(cx) && future.cancel()) {
        return null;
      }
    }
    Object result = pollFuture(cx);
    if (result == PENDING && state == State.RUNNING && sawToken(cx)) {
      return future.cancel() ? null : pollFuture(cx);
    }
    return result;
  }

  private @Nullable Object pollFuture(Context cx) throws Exception {
    try {
      return future.pollRaw(cx);
    } catch (Cancellation end) {
      if (state != State.STOPPING) {
        throw end;
      }
      PollContext task = PollContext.of(cx);
      for (Throwable inCleanUp : end.getSuppressed()) {
        if (task != null) {
          task.reportUnhandled(inCleanUp);
        }
      }
      return null;
    }
  }

  private boolean sawToken(Context cx) {
    if (cancelled.pollLeaf(cx) == PENDING) {
      return false;
    }
    state = State.STOPPING;
    return true;
  }

  @Override
  boolean stop() {
    if (state == State.RUNNING) {
      state = State.ABORTED;
    }
    return future.cancel();
  }

  @Override
  void ended() {
    cancelled.cancelLeaf();
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return future + " until " + cancelled;
  }
}
