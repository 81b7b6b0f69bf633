package dev.weft.spi;

/**
 * The pending timers of one worker.
 *
 * <p><em>Threads:</em> {@link #add} and {@link #cancel} may be called from any thread and never
 * wait; they hand the entry over through a lock-free inbox. All other methods are for the thread
 * that holds the worker's turn: normally the worker, or the monitor while the worker is stuck.
 */
public interface TimerQueue {

  /** What {@link #nanosUntilNext} says when no timer is pending. */
  long NONE = Long.MAX_VALUE;

  /**
   * Sets a timer. {@link TimerEntry#fired} is called once on the turn holder at or after its
   * deadline, never early.
   *
   * @param entry an entry that was never added before
   */
  void add(TimerEntry entry);

  /**
   * Gives up a timer that was added; if it has fired or was cancelled already, nothing happens.
   * Costs one compare-and-set and at most one push.
   *
   * @param entry an entry of this queue
   * @return whether this call kept it from firing
   */
  boolean cancel(TimerEntry entry);

  /**
   * Time until the turn holder has to come back.
   *
   * @param nowNanos the time
   * @return nanoseconds to wait, zero or less if one is due, {@link #NONE} if no timer is pending;
   *     it may be less than the time to the next deadline, never more
   */
  long nanosUntilNext(long nowNanos);

  /**
   * Takes in what was added and cancelled, and fires what is due.
   *
   * @param nowNanos the time
   * @return how many fired
   */
  int fire(long nowNanos);

  /**
   * How many timers are pending, about.
   *
   * @return a snapshot
   */
  int size();
}
