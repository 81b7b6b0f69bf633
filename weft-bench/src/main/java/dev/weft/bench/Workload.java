package dev.weft.bench;

import java.io.IOException;
import java.util.List;

/** Something to be measured, on one or more contenders. */
public interface Workload {

  /**
   * How it is asked for.
   *
   * @return a short name
   */
  String name();

  /**
   * What it measures.
   *
   * @return a sentence for the list of workloads
   */
  String description();

  /**
   * Who takes part, if it can.
   *
   * @return their names, as in the measurements
   */
  List<String> contenders();

  /**
   * Whether it is meant by a name: its own, or what stands before the first or a later hyphen in
   * it.
   *
   * @param asked what was asked for
   * @return true if it is to run
   */
  default boolean answersTo(String asked) {
    return name().equals(asked) || name().startsWith(asked + "-");
  }

  /**
   * Looks whether the system has what the workload needs, before anything runs.
   *
   * @throws IOException if it hasn't, with a sentence that says what is lacking
   */
  default void check() throws IOException {}

  /**
   * Runs all wanted contenders in alternation and sums up.
   *
   * @param plan how long and how often
   * @return one measurement for each contender, the one to compare with first
   * @throws Exception if a contender failed; what it started has ended
   */
  List<Measurement> run(Plan plan) throws Exception;

  /**
   * Ends what is shared between workloads, such as processes that serve several of them. Called
   * when nothing more is run, also after a failure; more than once does no harm.
   *
   * @throws IOException if something can't be ended
   */
  default void end() throws IOException {}
}
