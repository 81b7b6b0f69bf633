package dev.weft.codegen;

import org.jspecify.annotations.Nullable;

/**
 * What the compiler plugin turns the lambda of an async block into, beside the functional interface
 * that it implements: a maker of state machines.
 */
public interface CompiledBody {

  /**
   * Makes a new state machine of the block.
   *
   * @param argument the argument of an {@link dev.weft.AsyncFunction}, else {@code null}
   * @return a state machine that hasn't been polled
   */
  AsyncState<?> start(@Nullable Object argument);
}
