package dev.weft.kv.command;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.kv.internal.Composite;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Kvpair;
import dev.weft.stream.AsyncStream;

/** All pairs of a stream in one response, or the engine's failure. */
final class AllPairs extends Composite<CommandResponse> {

  /*
   * Why the limit is here, where the frame has one anyway: an engine may hold more than fits into
   * memory, and the response is in memory as a whole before the frame's limit refuses it.
   */

  private static final int PAIR_BYTES = 2; // at least, in the response, besides the pair itself

  private final String table;
  private final AsyncStream<Kvpair> pairs;
  private final long maxBytes;
  private long bytes;
  private final CommandResponse.Builder response =
      CommandResponse.newBuilder().setStatus(Responses.OK);

  AllPairs(String table, AsyncStream<Kvpair> pairs, long maxBytes) {
    this.table = table;
    this.pairs = pairs;
    this.maxBytes = maxBytes;
  }

  @Override
  protected Object advance(Context cx) {
    try {
      do {
        Object next = pairs.pollNext(cx);
        if (next == PENDING) {
          return PENDING;
        }
        if (next == null) {
          return response.build();
        }
        var pair = (Kvpair) next;
        bytes += pair.getSerializedSize() + PAIR_BYTES;
        if (bytes > maxBytes) {
          pairs.cancelNext();
          return Responses.tooLarge("the pairs of table " + table, maxBytes);
        }
        response.addPairs(pair);
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
