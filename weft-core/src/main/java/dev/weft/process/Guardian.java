package dev.weft.process;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.time.Sleep;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task beside each child, which ends the child with the runtime. */
final class Guardian extends LeafFuture<Void> {

  /*
   * Idea: only a task hears that its runtime closes. A child whose owner is just cleaning up after that
   * is asked to end and has a second for it; whoever wants to wait longer uses Weft.shutdown, which lets
   * tasks end, this one included. Detaching the child aborts this task.
   */

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Child child;
  private final Exit exit;
  private final Exit.Wait wait = new Exit.Wait();
  private boolean closing;
  private @Nullable Sleep patience;

  Guardian(Child child, Exit exit) {
    this.child = child;
    this.exit = exit;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (exit.poll(wait, cx) != null) {
      if (patience != null) {
        patience.cancel();
      }
      return null;
    }
    if (closing) {
      if (patience == null) {
        patience = Sleep.after(PATIENCE);
      }
      if (patience.isElapsed() || patience.pollRaw(cx) != PENDING) {
        child.kill();
      }
    }
    return PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    if (child.isDetached() || exit.status() != null) {
      exit.forget(wait);
      return true;
    }
    closing = true;
    child.terminate();
    return false; // The poll that follows starts the timer, also if it is the first.
  }

  @Override
  public String toString() {
    return "end of " + child;
  }
}
