package dev.weft.kv.command;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hmdel;
import dev.weft.kv.store.Storage;

/** Removes several keys; answers the old values in order. Not atomic. */
record HmdelCommand(Hmdel request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
    for (String key : request.getKeysList()) {
      limits.checkKey(key);
    }
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    String table = request.getTable();
    return async(
        () -> Responses.values(table, await(storage.delMany(table, request.getKeysList()))));
  }
}
