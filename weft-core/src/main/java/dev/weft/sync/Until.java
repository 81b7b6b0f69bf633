package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** A wait until something holds, where a {@link Notify} announces each change of it. */
abstract class Until<T extends @Nullable Object> extends LeafFuture<T> {

  /*
   * No lost wake-up: the wait on the announcements exists before the look that finds nothing, and whoever
   * changes something announces it afterwards. So either the look sees the change, or the announcement
   * reaches the wait, whether it is in the queue by then or not.
   *
   * Nothing is set aside for a wait of this kind: what a look takes is the result of the same poll. A
   * cancel therefore has only the place in the queue to give up.
   */

  private final Notify changes;
  private Notify.@Nullable Wait wait;

  Until(Notify changes) {
    this.changes = changes;
  }

  /** The result if there is one by now, or PENDING. */
  abstract @Nullable Object look() throws Exception;

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws Exception {
    boolean stays = false;
    try {
      Object result = look();
      while (result == PENDING) {
        Notify.Wait waiting = wait;
        if (waiting == null) {
          waiting = changes.newWait();
          wait = waiting;
          result = look(); // the change may have come before the wait
          if (result != PENDING) {
            break;
          }
        }
        if (waiting.pollLeaf(cx) == PENDING) {
          stays = true;
          return PENDING;
        }
        wait = null;
        result = look();
      }
      return result;
    } finally {
      if (!stays) {
        leave();
      }
    }
  }

  @Override
  protected final boolean cancelLeaf() {
    leave();
    return true;
  }

  private void leave() {
    Notify.Wait waiting = wait;
    if (waiting != null) {
      wait = null;
      waiting.cancelLeaf();
    }
  }
}
