package dev.weft.bench.compare;

import java.time.Duration;

/**
 * How much is done.
 *
 * @param activities that wait at the same time
 * @param connections to an echo server
 * @param warmUp before something is measured
 * @param length of what is measured
 * @param start how long activities that wait may take to start; there are as many as fit in
 * @param cell how long a process may live
 * @param total how long all may take; what comes after that isn't run
 */
record Effort(
    int activities,
    int connections,
    Duration warmUp,
    Duration length,
    Duration start,
    Duration cell,
    Duration total) {

  /** Within 3 minutes. */
  static final Effort FULL =
      new Effort(
          1_000_000,
          8_000,
          Duration.ofMillis(500),
          Duration.ofMillis(500),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(165));

  /** Within 1 minute. */
  static final Effort QUICK =
      new Effort(
          100_000,
          1_000,
          Duration.ofMillis(120),
          Duration.ofMillis(120),
          Duration.ofSeconds(2),
          Duration.ofSeconds(6),
          Duration.ofSeconds(54));

  /** What a cell whose activities wait takes besides starting them, for each second of that. */
  private static final int COLLECTING = 2;

  /**
   * How long activities that wait may take to start, so that those cells that are still to come get
   * their turn.
   *
   * @param left time for all
   * @param cells that are still to come, this one included
   */
  Duration start(Duration left, int cells) {
    Duration share = left.dividedBy((long) cells * COLLECTING);
    return share.compareTo(start) < 0 ? share : start;
  }
}
