package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hmset;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.store.Storage;

/** Stores several pairs; answers the old values in order. Not atomic. */
record HmsetCommand(Hmset request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
    for (Kvpair pair : request.getPairsList()) {
      limits.checkKey(pair.getKey());
      limits.checkValue(pair.getValue());
    }
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    String table = request.getTable();
    return new Mapped<>(
        storage.setMany(table, request.getPairsList()), values -> Responses.values(table, values));
  }
}
