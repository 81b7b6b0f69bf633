package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/**
 * Waits until no child of a scope runs: its {@code join} or its close.
 *
 * <p><em>Cancellation:</em> a join stops waiting; a close goes on, since no child may outlive it.
 */
final class ScopeWait extends LeafFuture<Void> {

  private final ScopeImpl scope;
  private final boolean close;
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
