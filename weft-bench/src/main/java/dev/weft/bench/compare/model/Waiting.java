package dev.weft.bench.compare.model;

/** Very many activities that wait for something that doesn't come. */
public interface Waiting {

  /**
   * Starts a group of them, besides those that wait already.
   *
   * @param count how many
   * @throws Exception if that can't be done
   */
  void start(int count) throws Exception;

  /**
   * Cancels the group that was started last; returns when all of it have ended.
   *
   * @return how many were cancelled
   * @throws Exception if that can't be done
   */
  int cancelGroup() throws Exception;
}
