package dev.weft.interop;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.internal.stackful.SystemVirtualThreads;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call on a virtual thread. */
final class ThreadCall<T extends @Nullable Object> extends LeafFuture<T> {

  /*
   * `outcome` is written last by the thread, which then looks for the waker; the owner writes the waker
   * and then looks for the outcome. Both are volatile: one sees the other.
   */

  private final Callable<T> call;
  private @Nullable Thread thread; // the owner's
  private boolean cancelled; // the owner's
  private volatile @Nullable Outcome outcome;
  private volatile @Nullable Waker waker;

  private record Outcome(@Nullable Object value, @Nullable Throwable failure) {}

  ThreadCall(Callable<T> call) {
    this.call = call;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    waker = cx.waker();
    if (thread == null) {
      thread = SystemVirtualThreads.get().unstarted(this::run);
      thread.start();
    }
    Outcome now = outcome;
    if (now == null) {
      return PENDING;
    }
    waker = null;
    Throwable failure = now.failure();
    if (failure == null) {
      return now.value();
    }
    throw Codegen.<RuntimeException>sneak(cancelled ? cancellation(failure) : failure);
  }

  private Cancellation cancellation(Throwable failure) {
    var cancellation = new Cancellation("The call " + call + " was cancelled.");
    if (!(failure instanceof InterruptedException) && !(failure instanceof Cancellation)) {
      cancellation.addSuppressed(failure);
    }
    return cancellation;
  }

  private void run() {
    Outcome end;
    try {
      end = new Outcome(call.call(), null);
    } catch (Throwable failure) {
      end = new Outcome(null, failure);
    }
    outcome = end;
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    Thread started = thread;
    if (started == null) {
      return true;
    }
    if (!cancelled) {
      cancelled = true;
      started.interrupt();
    }
    return false;
  }

  @Override
  public @Nullable StackTraceElement location() {
    Thread started = thread;
    StackTraceElement[] stack =
        started == null ? new StackTraceElement[0] : started.getStackTrace();
    return stack.length == 0 ? null : stack[0];
  }

  @Override
  public String toString() {
    return "call of " + call;
  }
}
