package dev.weft.kv.command;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hgetall;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.store.Storage;
import dev.weft.stream.AsyncStream;

/** All pairs of a table, in no order; none for an unknown table. */
record HgetallCommand(Hgetall request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    return async(
        () -> {
          CommandResponse.Builder response = CommandResponse.newBuilder().setStatus(Responses.OK);
          AsyncStream<Kvpair> pairs = storage.getAll(request.getTable());
          for (Kvpair pair = await(pairs.next()); pair != null; pair = await(pairs.next())) {
            response.addPairs(pair);
          }
          return response.build();
        });
  }
}
