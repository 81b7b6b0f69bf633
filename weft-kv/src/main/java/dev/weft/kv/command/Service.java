package dev.weft.kv.command;

import dev.weft.kv.proto.CommandRequest;

/**
 * What a server does with a request. A service may wrap another one.
 *
 * <p><em>Threads:</em> any thread; the requests of one connection come one after another.
 */
@FunctionalInterface
public interface Service {

  /**
   * Starts no work yet: that happens when the reply is polled.
   *
   * @param request what was asked; it may be of a kind that this version doesn't know
   * @return how it will be answered; bad requests and failures of the engine are answers, too
   */
  Reply execute(CommandRequest request);

  /**
   * Beside which requests of the same connection, begun before it and not yet answered, this one
   * may be begun. Answers are sent in the order of the requests all the same. What is answered by a
   * {@link Reply.Many} overlaps with nothing.
   *
   * @param request what was asked
   * @return {@link Overlap#NONE} if in doubt
   */
  default Overlap overlap(CommandRequest request) {
    return Overlap.NONE;
  }
}
