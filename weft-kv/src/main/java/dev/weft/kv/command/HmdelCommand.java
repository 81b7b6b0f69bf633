package dev.weft.kv.command;

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
    return new Mapped<>(
        storage.delMany(table, request.getKeysList()), values -> Responses.values(table, values));
  }
}
