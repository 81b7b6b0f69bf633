package dev.weft.actor;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** A wait for the end of an actor, by another one. */
final class WatchFuture extends LeafFuture<Termination> {

  private final ActorCell<?> cell;
  private final RawFuture<Termination> end;

  WatchFuture(ActorCell<?> cell, Future<Termination> end) {
    this.cell = cell;
    this.end = RawFuture.own(end);
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (cell.isCaller()) {
      throw new IllegalStateException(
          cell
              + " waits for its own end in its own handler, and would wait for ever; spawn a task"
              + " that does.");
    }
    return end.pollRaw(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    return end.cancel();
  }

  @Override
  public String toString() {
    return "end of " + cell;
  }
}
