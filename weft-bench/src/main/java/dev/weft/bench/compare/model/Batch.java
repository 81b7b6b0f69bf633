package dev.weft.bench.compare.model;

/** Something that is done in any number, so that its rate can be measured. */
@FunctionalInterface
public interface Batch {

  /**
   * Does it.
   *
   * @param count how often: round trips, children, or numbers that pass
   * @return a sum, which shows whether it was done right
   * @throws Exception if that can't be done
   */
  long run(int count) throws Exception;
}
