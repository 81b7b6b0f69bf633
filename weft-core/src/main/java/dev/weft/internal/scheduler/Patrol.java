package dev.weft.internal.scheduler;

/** What a monitor looks after. */
interface Patrol {

  /** One look at all workers; returns whether any is stuck and the next look should come soon. */
  boolean look(long nowNanos);

  /** Whether no worker has anything to do, so that nobody needs to be looked after. */
  boolean allAsleep();
}
