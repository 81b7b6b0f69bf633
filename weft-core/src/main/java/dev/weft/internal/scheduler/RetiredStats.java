package dev.weft.internal.scheduler;

import java.util.concurrent.atomic.LongAdder;

/** The counters of spare workers that have ended. */
final class RetiredStats {

  private final LongAdder polls = new LongAdder();
  private final LongAdder steals = new LongAdder();
  private final LongAdder parks = new LongAdder();
  private final LongAdder unparks = new LongAdder();
  private final LongAdder yields = new LongAdder();

  void add(WorkerStats stats) {
    polls.add(stats.polls());
    steals.add(stats.steals());
    parks.add(stats.parks());
    unparks.add(stats.unparks());
    yields.add(stats.yields());
  }

  long polls() {
    return polls.sum();
  }

  long steals() {
    return steals.sum();
  }

  long parks() {
    return parks.sum();
  }

  long unparks() {
    return unparks.sum();
  }

  long yields() {
    return yields.sum();
  }
}
