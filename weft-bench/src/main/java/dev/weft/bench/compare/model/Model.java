package dev.weft.bench.compare.model;

/** A model of concurrency; what it has no counterpart of it refuses. */
public interface Model {

  /**
   * Very many activities that wait.
   *
   * @param host what it runs on
   * @return the work
   */
  default Waiting waiting(Host host) {
    throw lacking("waiting");
  }

  /**
   * Two activities that pass a number to and fro; gives the number of round trips.
   *
   * @param host what it runs on
   * @return the work
   */
  default Batch pingPong(Host host) {
    throw lacking("ping-pong");
  }

  /**
   * Activities that each give their number, and one that adds them up.
   *
   * @param host what it runs on
   * @return the work
   */
  default Batch fanOut(Host host) {
    throw lacking("fan-out");
  }

  /**
   * Numbers from 0 on that pass {@link Work#STAGES} activities, each of which adds 1, and are added
   * up at the end.
   *
   * @param host what it runs on
   * @return the work
   */
  default Batch pipeline(Host host) {
    throw lacking("pipeline");
  }

  /**
   * A server.
   *
   * @param host what it runs on
   * @return the work
   */
  default Echo echo(Host host) {
    throw lacking("echo");
  }

  /**
   * Activities that compute.
   *
   * @param host what it runs on
   * @return the work
   */
  default Burning burning(Host host) {
    throw lacking("cpu");
  }

  private UnsupportedOperationException lacking(String work) {
    return new UnsupportedOperationException(
        getClass().getSimpleName() + " has no counterpart of " + work + ".");
  }
}
