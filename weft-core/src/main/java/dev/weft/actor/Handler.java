package dev.weft.actor;

import dev.weft.AsyncLambda;

/**
 * What an actor does with a message: an async block.
 *
 * @param <M> type of the messages
 */
@AsyncLambda
@FunctionalInterface
public interface Handler<M> {

  /**
   * Handles a message to its end, before the next one begins.
   *
   * @param message what was sent
   * @throws Exception a failure, which is up to the actor's {@link Supervision}
   */
  void handle(M message) throws Exception;
}
