package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that runs to its end once it has begun, whoever wants to cancel it.
 *
 * <p><em>Cancellation:</em> before the first poll nothing runs; later the request is answered with
 * "poll on" and goes no further down, so it takes effect at what the owner awaits next.
 *
 * @param <T> type of the result
 */
final class Shield<T extends @Nullable Object> extends Combinator<T> {

  private final RawFuture<T> future;
  private boolean begun;

  Shield(Future<T> future) {
    this.future = RawFuture.own(future);
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    begun = true;
    return future.pollRaw(cx);
  }

  @Override
  boolean stop() {
    return !begun && future.cancel();
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object value) {
    return Disposal.of(future, value);
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return "shield of " + future;
  }
}
