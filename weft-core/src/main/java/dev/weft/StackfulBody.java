package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The body of a stackful block that has a value. The compiler plugin leaves it alone, so {@code
 * await} works at any call depth below it.
 *
 * @param <T> type of the value
 */
@FunctionalInterface
public interface StackfulBody<T extends @Nullable Object> {

  /**
   * Runs the block.
   *
   * @return its value
   * @throws Exception its failure
   */
  T run() throws Exception;
}
