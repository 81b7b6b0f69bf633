package dev.weft.codegen;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import org.jspecify.annotations.Nullable;

/** A future written by hand, seen through the raw path. */
final class ForeignFuture<T extends @Nullable Object> extends RawFuture<T> {

  private final Future<T> future;
  private int phase;
  private boolean released; // by a cancel that came in the middle of a poll

  ForeignFuture(Future<T> future) {
    this.future = future;
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    phase = Phase.enter(phase, this);
    Poll<T> answer;
    try {
      answer = future.poll(cx);
    } catch (Throwable failure) {
      phase = Phase.done(phase);
      LogicalFrames.add(failure);
      throw failure;
    }
    if (answer instanceof Poll.Ready<T>(T value)) {
      phase = Phase.done(phase);
      return value;
    }
    if (released) {
      phase = Phase.done(phase);
      throw new Cancellation(future + " was cancelled.");
    }
    phase = Phase.idle(phase);
    return PENDING;
  }

  @Override
  public boolean cancel() {
    if (Phase.isDone(phase)) {
      return true;
    }
    released = future.cancel();
    if (!released || Phase.isPolling(phase)) {
      return false;
    }
    phase = Phase.done(phase);
    return true;
  }

  @Override
  public boolean claim() {
    return true;
  }

  @Override
  public String toString() {
    return future.toString();
  }
}
