package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.store.Storage;

/** One request, ready to be carried out. */
sealed interface Command {

  /**
   * Refuses a request that could only fail.
   *
   * @throws InvalidRequestException with the reason
   */
  void check(Limits limits) throws InvalidRequestException;

  /** A request about stored pairs. */
  non-sealed interface OnStorage extends Command {
    /** The response; the engine's failure is one, too. */
    Future<CommandResponse> apply(Storage storage);
  }

  /** A request about topics; it never waits. */
  non-sealed interface OnTopics extends Command {
    Reply apply(Topics topics);
  }
}
