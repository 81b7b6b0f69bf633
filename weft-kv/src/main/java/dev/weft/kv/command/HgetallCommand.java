package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hgetall;
import dev.weft.kv.store.Storage;

/** All pairs of a table, in no order; none for an unknown table. */
record HgetallCommand(Hgetall request, long maxBytes) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    return new AllPairs(request.getTable(), storage.getAll(request.getTable()), maxBytes);
  }
}
