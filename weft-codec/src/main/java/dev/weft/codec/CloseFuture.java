package dev.weft.codec;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** Ends what is above, then closes what is below it, whatever became of the first. */
final class CloseFuture extends LeafFuture<Void> {

  /*
   * State: the first step is under way while `closing` is null and neither `failure` nor `cancelled` says
   * otherwise; then `closing` is polled. A cancellation skips what is left of the first step and lets
   * the second finish, for which the task is woken: nobody else may be going to. That holds before the
   * first poll, too: what is below must not stay open because its owner was cancelled.
   */

  private final Ending ending;
  private final @Nullable AsyncCloseable below;
  private @Nullable RawFuture<Void> closing;
  private @Nullable Exception failure;
  private @Nullable Waker waker;
  private boolean cancelled;

  CloseFuture(Ending ending, @Nullable AsyncCloseable below) {
    this.ending = ending;
    this.below = below;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    waker = cx.waker();
    RawFuture<Void> second = closing;
    if (second == null) {
      if (!isEnded(cx)) {
        return PENDING;
      }
      second = below == null ? null : RawFuture.own(below.closeAsync());
      closing = second;
    }
    if (second != null && pollSecond(second, cx) == PENDING) {
      return PENDING;
    }
    if (failure != null) {
      throw failure;
    }
    if (cancelled) {
      throw new Cancellation("Closing was cancelled; what waited to be written is lost.");
    }
    return null;
  }

  private boolean isEnded(Context cx) {
    try {
      return cancelled || ending.poll(cx);
    } catch (Exception broken) {
      failure = broken;
      return true;
    }
  }

  private @Nullable Object pollSecond(RawFuture<Void> second, Context cx) throws Exception {
    try {
      return second.pollRaw(cx);
    } catch (Exception broken) {
      if (failure == null) {
        throw broken;
      }
      if (failure != broken) { // what is broken may throw one object each time
        failure.addSuppressed(broken);
      }
      return null;
    }
  }

  @Override
  protected boolean cancelLeaf() {
    if (!cancelled) {
      cancelled = true;
      if (closing == null) {
        ending.cancel(waker != null);
        if (waker != null) {
          waker.wake();
        }
      }
    }
    return false;
  }
}
