package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The body of an async block that has a value.
 *
 * @param <T> type of the value
 */
@AsyncLambda
@FunctionalInterface
public interface AsyncBody<T extends @Nullable Object> {

  /**
   * Runs the block.
   *
   * @return its value
   * @throws Exception its failure
   */
  T run() throws Exception;
}
