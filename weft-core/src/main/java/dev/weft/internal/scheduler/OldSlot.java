package dev.weft.internal.scheduler;

/** A thief's memory of a LIFO slot that it has seen and left alone. For its thread alone. */
final class OldSlot {

  /*
   * A task in the slot is about to be polled by its worker, with what it needs in that worker's cache;
   * to steal it at once loses more than it wins. It is old once the worker has been in one and the same
   * poll for OLD_NANOS: then nobody knows when it will come to it.
   */

  static final long OLD_NANOS = 50_000;

  private int victim = -1;
  private long ticks;
  private long sinceNanos;

  /** Notes that a worker's slot is taken; returns whether it was so long enough to steal from. */
  boolean isOld(int victim, long ticks, long nowNanos) {
    boolean polling = (ticks & 1) != 0;
    if (!polling || victim != this.victim || ticks != this.ticks) {
      this.victim = polling ? victim : -1;
      this.ticks = ticks;
      sinceNanos = nowNanos;
      return false;
    }
    return nowNanos - sinceNanos >= OLD_NANOS;
  }
}
