package dev.weft.bench.program;

/** One workload as a contender does it. */
@FunctionalInterface
public interface Work {

  /**
   * Does it once, to its end.
   *
   * @param size how many operations
   * @throws Exception if it failed
   */
  void run(int size) throws Exception;
}
