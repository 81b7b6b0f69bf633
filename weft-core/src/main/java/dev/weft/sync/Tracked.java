package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** A future that a {@link TaskTracker} counts. */
final class Tracked<T extends @Nullable Object> extends Around<T> {

  private final TaskTracker.Token token;
  private final RawFuture<T> future;

  Tracked(TaskTracker.Token token, Future<T> future) {
    this.token = token;
    this.future = RawFuture.own(future);
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    return future.pollRaw(cx);
  }

  @Override
  boolean stop() {
    return future.cancel();
  }

  @Override
  void ended() {
    token.close();
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
