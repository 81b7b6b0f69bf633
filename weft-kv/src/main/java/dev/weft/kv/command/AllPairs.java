package dev.weft.kv.command;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.kv.internal.Composite;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Kvpair;
import dev.weft.stream.AsyncStream;

/** All pairs of a stream in one response, or the engine's failure. */
final class AllPairs extends Composite<CommandResponse> {

  private final AsyncStream<Kvpair> pairs;
  private final CommandResponse.Builder response =
      CommandResponse.newBuilder().setStatus(Responses.OK);

  AllPairs(AsyncStream<Kvpair> pairs) {
    this.pairs = pairs;
  }

  @Override
  protected Object advance(Context cx) {
    try {
      do {
        Object pair = pairs.pollNext(cx);
        if (pair == PENDING) {
          return PENDING;
        }
        if (pair == null) {
          return response.build();
        }
        response.addPairs((Kvpair) pair);
      } while (PollContext.mayGoOn(cx));
      return PENDING;
    } catch (Exception failure) {
      return Responses.failed(failure);
    }
  }

  @Override
  protected boolean stop() {
    return pairs.cancelNext();
  }
}
