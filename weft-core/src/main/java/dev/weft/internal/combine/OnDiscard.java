package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A future with a rule for its value when nobody can receive it.
 *
 * @param <T> type of the result
 */
final class OnDiscard<T extends @Nullable Object> extends Combinator<T> {

  private final RawFuture<T> future;
  private final Consumer<@Nullable Object> handler;

  @SuppressWarnings("unchecked") // only values of the future are passed to the handler
  OnDiscard(Future<T> future, Consumer<? super T> handler) {
    this.future = RawFuture.own(future);
    this.handler = (Consumer<@Nullable Object>) handler;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    return future.pollRaw(cx);
  }

  @Override
  boolean stop() {
    return future.cancel();
  }

  @Override
  boolean sparedByRace() {
    return future instanceof Combinator<?> inner && inner.sparedByRace();
  }

  @Override
  Disposal disposal(@Nullable Object value) {
    return Disposal.by(handler, value);
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
