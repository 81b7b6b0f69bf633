package dev.weft.kv.command;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.internal.Composite;
import dev.weft.kv.proto.CommandResponse;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an engine answers as a response, its failure included; with an engine that answers at once
 * the first poll gives it.
 *
 * @param <T> what the engine answers
 */
final class Mapped<T extends @Nullable Object> extends Composite<CommandResponse> {

  private final RawFuture<T> call;
  private final Function<? super T, CommandResponse> answer;

  Mapped(Future<T> call, Function<? super T, CommandResponse> answer) {
    this.call = RawFuture.own(call);
    this.answer = answer;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // a raw future of T gives PENDING or a T
  protected Object advance(Context cx) {
    try {
      Object result = call.pollRaw(cx);
      return result == PENDING ? PENDING : answer.apply((T) result);
    } catch (Exception failure) {
      return Responses.failed(failure);
    }
  }

  @Override
  protected boolean stop() {
    return call.cancel();
  }
}
