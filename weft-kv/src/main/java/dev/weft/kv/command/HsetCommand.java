package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hset;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.store.Storage;

/** Stores a pair; answers the old value, or an empty one if there was none. */
record HsetCommand(Hset request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    if (!request.hasPair()) {
      throw new InvalidRequestException("Hset has no pair");
    }
    limits.checkName("table", request.getTable());
    limits.checkKey(request.getPair().getKey());
    limits.checkValue(request.getPair().getValue());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    Kvpair pair = request.getPair();
    return new Mapped<>(
        storage.set(request.getTable(), pair.getKey(), pair.getValue()), Responses::valueOrNone);
  }
}
