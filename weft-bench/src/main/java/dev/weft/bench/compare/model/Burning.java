package dev.weft.bench.compare.model;

/** Activities that compute and don't wait, next to one that wants to run at regular times. */
@FunctionalInterface
public interface Burning {

  /**
   * Starts the ticker and then the others; returns when all have ended.
   *
   * @param hogs what they do
   * @throws Exception if that can't be done
   */
  void run(Hogs hogs) throws Exception;
}
