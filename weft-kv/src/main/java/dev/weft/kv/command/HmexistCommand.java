package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hmexist;
import dev.weft.kv.store.Storage;

/** Which of several keys are there, in order. */
record HmexistCommand(Hmexist request) implements Command.OnStorage {

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
        storage.existMany(table, request.getKeysList()),
        found -> Responses.values(table, found, Responses::valueOf));
  }
}
