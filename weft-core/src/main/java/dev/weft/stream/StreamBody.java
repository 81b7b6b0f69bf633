package dev.weft.stream;

import dev.weft.AsyncLambda;

/**
 * An async block that makes the items of a stream.
 *
 * @param <T> type of the items
 */
@AsyncLambda
@FunctionalInterface
public interface StreamBody<T> {

  /**
   * Runs the block. The stream ends when it returns.
   *
   * @param out takes the items
   * @throws Exception the failure of the stream
   */
  void run(Emitter<T> out) throws Exception;
}
