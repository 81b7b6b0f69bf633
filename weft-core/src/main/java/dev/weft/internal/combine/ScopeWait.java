package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import org.jspecify.annotations.Nullable;

/**
 * Waits until no child of a scope runs: its {@code join} or its close.
 *
 * <p><em>Cancellation:</em> a join stops waiting; a close goes on, since no child may outlive it.
 */
final class ScopeWait extends LeafFuture<Void> {

  private final ScopeImpl scope;
  private final boolean close;
  private boolean checked; // that it isn't one of the children that waits
  private Waker waker = Waker.noop(); // under the scope's lock

  ScopeWait(ScopeImpl scope, boolean close) {
    this.scope = scope;
    this.close = close;
  }

  Waker waker() {
    return waker;
  }

  void waker(Waker latest) {
    waker = latest;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    if (!scope.await(this, cx.waker())) {
      refuseOwnChild(cx);
      return PENDING;
    }
    if (close) {
      scope.giveUpFailures();
      return null;
    }
    Throwable failure = scope.takeFailure();
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
    return null;
  }

  /** A close can't even be cancelled, so a child that waited for its own end would never end. */
  private void refuseOwnChild(Context cx) {
    if (!checked && scope.isChild(PollContext.of(cx))) {
      scope.forget(this);
      throw new IllegalStateException(
          "A child awaits the "
              + this
              + " that it belongs to, and would wait for itself for ever; await it outside, or only"
              + " cancel the children here.");
    }
    checked = true;
  }

  @Override
  protected boolean cancelLeaf() {
    if (close) {
      return false;
    }
    scope.forget(this);
    return true;
  }

  @Override
  public String toString() {
    return close ? "close of a scope" : "join of a scope";
  }
}
