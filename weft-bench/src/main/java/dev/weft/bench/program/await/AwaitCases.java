package dev.weft.bench.program.await;

/**
 * The questions about one await, as a contender answers them. It has a constructor without
 * arguments.
 */
public interface AwaitCases {

  /** Awaits the same operation so many times, which is ready each time. */
  String READY = "ready";

  /** Awaits it so many times, and is suspended and resumed each time. */
  String RESUME = "resume";

  /** Calls through five levels that await one another, so many times; the lowest is suspended. */
  String CHAIN = "chain5";

  /** Adds up so many numbers in a loop without await, behind an await. */
  String LOOP = "loop";

  /**
   * The answer to a question.
   *
   * @param question one of the above
   * @return what to run
   * @throws IllegalArgumentException if the contender has none
   */
  Case of(String question);

  /** Something to be run over and over. */
  interface Case {

    /**
     * Runs it once.
     *
     * @param count how many operations
     * @return a result that depends on all of them
     * @throws Exception if it failed
     */
    long run(int count) throws Exception;
  }

  /**
   * For the default branch of {@link #of}.
   *
   * @param question that has no answer
   * @return what to throw
   */
  static IllegalArgumentException unknown(String question) {
    return new IllegalArgumentException("There is no answer to " + question + ".");
  }
}
