package dev.weft.bench.compare.model;

/** Very many activities that wait for something that doesn't come. */
public interface Waiting {

  /**
   * Starts more of them.
   *
   * @param count how many
   * @throws Exception if that can't be done
   */
  void start(int count) throws Exception;

  /**
   * Cancels all; returns when all have ended.
   *
   * @throws Exception if that can't be done
   */
  void cancelAll() throws Exception;
}
