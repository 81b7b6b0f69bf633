package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a task runs where a runtime has a {@link Carrier}: the user's future, with the task's
 * context on the thread while it is polled or cancelled.
 */
final class Carried<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * A wrapper, so that tasks of a runtime without carriers have neither a field nor a branch for it.
   *
   * State: `own` is the task's context while it isn't on a thread; `inside` from its coming on one to its
   * going. A cancel may come in the midst of a poll, on its thread; then it is there already.
   */

  private final RawFuture<T> future;
  private final Carrier carrier;
  private @Nullable Object own;
  private boolean inside;

  Carried(RawFuture<T> future, Carrier carrier) {
    this.future = future;
    this.carrier = carrier;
    this.own = carrier.capture();
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    Object outer = enter();
    boolean ended = true;
    try {
      Object result = future.pollRaw(cx);
      ended = result != PENDING;
      return result;
    } finally {
      leave(outer, ended);
    }
  }

  @Override
  public boolean cancel() {
    if (inside) {
      return future.cancel();
    }
    Object outer = enter();
    boolean released = true;
    try {
      released = future.cancel();
      return released;
    } finally {
      leave(outer, released);
    }
  }

  private @Nullable Object enter() {
    Object outer = carrier.capture();
    carrier.restore(own);
    own = null;
    inside = true;
    return outer;
  }

  private void leave(@Nullable Object outer, boolean ended) {
    inside = false;
    if (!ended) {
      own = carrier.capture();
    }
    carrier.restore(outer);
  }

  @Override
  public boolean claim() {
    return future.claim();
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return future.toString();
  }
}
