package dev.weft.coroutine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs a future and settles a promise as it completes. It never fails itself. */
final class PromiseSource<T extends @Nullable Object> extends RawFuture<Void> {

  private final Promise<T> promise;
  private final RawFuture<T> future;
  private boolean claimed;

  PromiseSource(Promise<T> promise, Future<T> future) {
    this.promise = promise;
    this.future = RawFuture.own(future);
  }

  @Override
  public @Nullable Object pollRaw(Context cx) {
    Object result;
    try {
      result = future.pollRaw(cx);
    } catch (Cancellation cancelled) {
      abandon();
      throw cancelled;
    } catch (Throwable failure) {
      promise.settle(null, failure);
      return null;
    }
    if (result == PENDING) {
      return PENDING;
    }
    promise.settle(result, null);
    return null;
  }

  @Override
  public boolean cancel() {
    boolean released;
    try {
      released = future.cancel();
    } catch (Throwable failure) {
      promise.settle(null, failure);
      throw failure;
    }
    if (released) {
      abandon();
    }
    return released;
  }

  private void abandon() {
    promise.settle(null, new CancellationException("What the promise ran for was cancelled."));
  }

  @Override
  public boolean claim() {
    boolean first = !claimed;
    claimed = true;
    return first;
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }
}
