package dev.weft;

/** The body of an async block without a value. */
@AsyncLambda
@FunctionalInterface
public interface AsyncAction {

  /**
   * Runs the block.
   *
   * @throws Exception its failure
   */
  void run() throws Exception;
}
