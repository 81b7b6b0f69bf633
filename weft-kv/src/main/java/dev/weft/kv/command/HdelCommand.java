package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hdel;
import dev.weft.kv.store.Storage;

/** Removes a key; answers the old value, or an empty one if there was none. Never 404. */
record HdelCommand(Hdel request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
    limits.checkKey(request.getKey());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    return new Mapped<>(storage.del(request.getTable(), request.getKey()), Responses::valueOrNone);
  }
}
