package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hmget;
import dev.weft.kv.store.Storage;

/** The values of several keys in order, an empty one for each that is absent. */
record HmgetCommand(Hmget request) implements Command.OnStorage {

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
        storage.getMany(table, request.getKeysList()), values -> Responses.values(table, values));
  }
}
