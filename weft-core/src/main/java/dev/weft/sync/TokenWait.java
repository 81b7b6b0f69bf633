package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** A wait for a token: one for it, and one for each token above it. */
final class TokenWait extends LeafFuture<Void> {

  private final CancellationToken token;
  private Notify.Wait @Nullable [] waits; // from the token upwards; null while it isn't in line

  TokenWait(CancellationToken token) {
    this.token = token;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    if (token.isCancelled()) {
      cancelLeaf();
      return null;
    }
    Notify.Wait[] waiting = waits;
    if (waiting == null) {
      waiting = enter();
      waits = waiting;
      if (token.isCancelled()) { // it may have come before the waits
        cancelLeaf();
        return null;
      }
    }
    for (Notify.Wait each : waiting) {
      if (each.pollLeaf(cx) != PENDING) {
        cancelLeaf();
        return null;
      }
    }
    return PENDING;
  }

  private Notify.Wait[] enter() {
    int depth = 0;
    for (CancellationToken each = token; each != null; each = each.parent) {
      depth++;
    }
    var waiting = new Notify.Wait[depth];
    CancellationToken each = token;
    for (int i = 0; i < depth && each != null; i++) {
      waiting[i] = each.cancels.newWait();
      each = each.parent;
    }
    return waiting;
  }

  @Override
  protected boolean cancelLeaf() {
    Notify.Wait[] waiting = waits;
    if (waiting != null) {
      waits = null;
      for (Notify.Wait each : waiting) {
        each.cancelLeaf();
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "cancelled() of " + token;
  }
}
