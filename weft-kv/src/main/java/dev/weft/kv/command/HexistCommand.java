package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hexist;
import dev.weft.kv.store.Storage;

/** Whether a key is there. */
record HexistCommand(Hexist request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
    limits.checkKey(request.getKey());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    return new Mapped<>(storage.exist(request.getTable(), request.getKey()), Responses::bool);
  }
}
