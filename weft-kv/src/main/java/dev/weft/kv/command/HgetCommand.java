package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hget;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Storage;
import org.jspecify.annotations.Nullable;

/** The value of a key, or 404. */
record HgetCommand(Hget request) implements Command.OnStorage {

  @Override
  public void check(Limits limits) throws InvalidRequestException {
    limits.checkName("table", request.getTable());
    limits.checkKey(request.getKey());
  }

  @Override
  public Future<CommandResponse> apply(Storage storage) {
    return new Mapped<>(storage.get(request.getTable(), request.getKey()), this::answer);
  }

  private CommandResponse answer(@Nullable Value value) {
    return value == null
        ? Responses.notFound("table " + request.getTable() + ", key " + request.getKey())
        : Responses.value(value);
  }
}
