package dev.weft.coroutine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A wait for a promise. */
final class PromiseFuture<T extends @Nullable Object> extends LeafFuture<T> {

  // The waker is written before the promise's monitor is entered, and read after it was left.

  private final Promise<T> promise;
  private volatile @Nullable Waker waker;

  PromiseFuture(Promise<T> promise) {
    this.promise = promise;
  }

  boolean isOf(Promise<T> other) {
    return promise == other;
  }

  void wake() {
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    waker = cx.waker();
    try {
      return promise.pollFor(this);
    } catch (Cancellation ofAnother) { // not the task that waits here was cancelled
      var cancelled =
          new CancellationException("The promise was rejected by a task's cancellation.");
      cancelled.initCause(ofAnother);
      throw cancelled;
    } catch (Throwable reason) {
      throw Codegen.<RuntimeException>sneak(reason);
    }
  }

  @Override
  protected boolean cancelLeaf() {
    promise.forget(this);
    return true;
  }
}
