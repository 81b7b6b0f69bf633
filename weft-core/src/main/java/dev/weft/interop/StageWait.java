package dev.weft.interop;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One wait for a stage. */
final class StageWait<T extends @Nullable Object> extends LeafFuture<T> {

  private final StageHub<T> hub;
  private final boolean owner;
  private volatile Waker waker = Waker.noop();
  private boolean added;

  /** A wait; an owner cancels the stage when it is cancelled. */
  StageWait(StageHub<T> hub, boolean owner) {
    this.hub = hub;
    this.owner = owner;
  }

  Waker waker() {
    return waker;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    try {
      Object now = hub.look();
      if (now == PENDING) {
        waker = cx.waker();
        if (!added) {
          added = true;
          hub.add(this);
        }
        now = hub.look();
      }
      if (now != PENDING) {
        forget();
      }
      return now;
    } catch (Throwable failure) {
      forget();
      throw failure;
    }
  }

  @Override
  protected boolean cancelLeaf() {
    forget();
    if (owner) {
      hub.cancelStage();
    }
    return true;
  }

  private void forget() {
    waker = Waker.noop();
    if (added) {
      added = false;
      hub.remove(this);
    }
  }

  @Override
  public String toString() {
    return "wait for " + hub;
  }
}
