package dev.weft.internal.scheduler;

/** Holds a crowd of timers back until a time at which all of it that is due may fire at once. */
final class Slack {

  /*
   * Idea: a wake-up costs as much as a dozen timers. With thousands of them a second the next one is always
   * due when the last has just been dealt with, and a worker that meets each deadline as well as it can does
   * nothing but fall asleep and wake up. So while timers are close together they fire at boundaries only: at
   * the multiples of the slack on the clock. These are the same for all workers, which hence are awake
   * together and needn't wake each other for what has become runnable.
   *
   * A timer that has few others near it is never held back. Whether there is a crowd is asked after each
   * firing; what makes one in between is noticed at the next.
   *
   * Ownership: everything belongs to the turn holder.
   */

  private final long nanos;
  private boolean holding;
  private long boundary;

  /**
   * A slack.
   *
   * @param nanos how late a timer of a crowd may be made; zero holds back nothing
   */
  Slack(long nanos) {
    this.nanos = nanos;
  }

  long nanos() {
    return nanos;
  }

  /** Whether timers are held back. */
  boolean isHolding() {
    return holding;
  }

  /** How long they are still held back; zero if they aren't. */
  long leftNanos(long nowNanos) {
    return holding ? Math.max(0, boundary - nowNanos) : 0;
  }

  /** Timers have fired, and among those that are left there is a crowd or not. */
  void fired(long nowNanos, boolean crowded) {
    holding = crowded && nanos > 0;
    if (holding) {
      boundary = nowNanos - Math.floorMod(nowNanos, nanos) + nanos;
    }
  }
}
