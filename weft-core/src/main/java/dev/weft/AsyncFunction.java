package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * An async block with an argument.
 *
 * @param <A> type of the argument
 * @param <T> type of the value
 */
@AsyncLambda
@FunctionalInterface
public interface AsyncFunction<A extends @Nullable Object, T extends @Nullable Object> {

  /**
   * Runs the block.
   *
   * @param argument what it works on
   * @return its value
   * @throws Exception its failure
   */
  T apply(A argument) throws Exception;
}
