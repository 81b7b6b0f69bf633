package dev.weft.bench.load;

/**
 * What a client saw of a server under load.
 *
 * @param requests how many were answered
 * @param nanos how long that took, in nanoseconds
 * @param latencies from the start of each request to the end of its answer; valid until the client
 *     goes on
 */
public record Load(long requests, long nanos, Latencies latencies) {

  private static final double NANOS = 1e9;

  /**
   * The rate.
   *
   * @return requests a second
   */
  public double perSecond() {
    return requests * NANOS / nanos;
  }
}
