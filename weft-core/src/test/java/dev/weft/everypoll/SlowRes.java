package dev.weft.everypoll;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;

/** A resource whose close is pending once. */
final class SlowRes extends Res implements AsyncCloseable {

  SlowRes(Run run, String name, boolean byLeaf) {
    super(run, name, byLeaf);
  }

  @Override
  public Future<Void> closeAsync() {
    return new LeafFuture<>() {
      private boolean polled;

      @Override
      protected Object pollLeaf(dev.weft.Context cx) {
        if (!polled) {
          polled = true;
          cx.waker().wake();
          return PENDING;
        }
        closed();
        return null;
      }

      @Override
      protected boolean cancelLeaf() {
        return false;
      }
    };
  }

  @Override
  public void close() {
    throw new AssertionError(this + " waits to be closed, and was closed without waiting");
  }
}
