package dev.weft;

/** The body of a stackful block without a value. */
@FunctionalInterface
public interface StackfulAction {

  /**
   * Runs the block.
   *
   * @throws Exception its failure
   */
  void run() throws Exception;
}
