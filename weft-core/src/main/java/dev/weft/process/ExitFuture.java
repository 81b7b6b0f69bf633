package dev.weft.process;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;

/** One wait for the end of a child. */
final class ExitFuture extends LeafFuture<ExitStatus> {

  private final Child child;
  private final Exit exit;
  private final Exit.Wait wait = new Exit.Wait();

  ExitFuture(Child child, Exit exit) {
    this.child = child;
    this.exit = exit;
  }

  @Override
  protected Object pollLeaf(Context cx) {
    ExitStatus status = exit.poll(wait, cx);
    return status == null ? PENDING : status;
  }

  @Override
  protected boolean cancelLeaf() {
    exit.forget(wait);
    return true;
  }

  @Override
  public String toString() {
    return child + ".waitFor()";
  }
}
