package dev.weft.bench;

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
   * Runs all contenders in alternation and sums up.
   *
   * @param plan how long and how often
   * @return one measurement for each contender, the one to compare with first
   * @throws Exception if a contender failed; what it started has ended
   */
  List<Measurement> run(Plan plan) throws Exception;
}
