package dev.weft.coroutine;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** Runs the callbacks of a settled promise, after those of an earlier drain. */
final class PromiseDrain extends LeafFuture<Void> {

  private final Promise<?> promise;
  private @Nullable RawFuture<Void> before;

  PromiseDrain(Promise<?> promise, @Nullable JoinHandle<Void> before) {
    this.promise = promise;
    this.before = before == null ? null : RawFuture.own(before);
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    RawFuture<Void> earlier = before;
    if (earlier != null) {
      if (isPending(earlier, cx)) {
        return PENDING;
      }
      before = null;
    }
    promise.runCallbacks();
    Throwable unseen = promise.unseen();
    if (unseen != null) {
      throw Codegen.<RuntimeException>sneak(unseen);
    }
    return null;
  }

  /** Joins a drain that has finished, so that its failure counts as seen. */
  static void join(JoinHandle<Void> finished) {
    boolean _ = isPending(RawFuture.own(finished), Context.of(Waker.noop()));
  }

  private static boolean isPending(RawFuture<Void> earlier, Context cx) {
    try {
      return earlier.pollRaw(cx) == PENDING;
    } catch (Throwable seen) { // the reason at which somebody looks after all
      return false;
    }
  }

  @Override
  protected boolean cancelLeaf() {
    RawFuture<Void> earlier = before;
    boolean released = earlier == null || earlier.cancel();
    if (released) {
      promise.abandonCallbacks();
    }
    return released;
  }
}
