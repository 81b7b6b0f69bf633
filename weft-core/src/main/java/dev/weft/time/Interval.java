package dev.weft.time;

import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.spi.Services;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ticks in a fixed rhythm that counts from the first tick, not from when each was taken, so it
 * doesn't drift.
 *
 * {@snippet class="dev.weft.snippets.TimeSnippets" region="interval"}
 *
 * <p><em>Threads:</em> for one task at a time.
 */
public final class Interval {

  /*
   * State: `next` is the time of the next tick, once `scheduled`; until then it counts from the first
   * poll of a tick, `delay` nanoseconds ahead. A tick moves `next` only when it completes, so a tick that
   * is cancelled is not lost. `waiting` is the tick that was polled and hasn't ended: there is one at
   * most, since two would be given the same time.
   */

  private final long period;
  private final MissedTick missed;
  private long delay;
  private long next;
  private boolean scheduled;
  private @Nullable TickFuture waiting;

  private Interval(long period, long delay, MissedTick missed) {
    this.period = period;
    this.delay = delay;
    this.missed = missed;
  }

  /**
   * An interval whose first tick is immediate.
   *
   * @param period more than zero
   * @return an interval that starts at the first poll of a tick
   * @throws IllegalArgumentException if the period is zero or negative
   */
  public static Interval every(Duration period) {
    return startingAfter(Duration.ZERO, period);
  }

  /**
   * An interval whose first tick comes later.
   *
   * @param delay time from the first poll of a tick to that tick; negative counts as zero
   * @param period more than zero
   * @return an interval that starts at the first poll of a tick
   * @throws IllegalArgumentException if the period is zero or negative
   */
  public static Interval startingAfter(Duration delay, Duration period) {
    Objects.requireNonNull(delay, "delay");
    Objects.requireNonNull(period, "period");
    if (!period.isPositive()) {
      throw new IllegalArgumentException(
          "The period of an interval is " + period + " but must be more than zero.");
    }
    return new Interval(Deadlines.nanos(period), Deadlines.nanos(delay), MissedTick.BURST);
  }

  /**
   * The same interval with another way to deal with missed ticks, before its first tick.
   *
   * @param missed what to do after a tick that was taken late; default {@link MissedTick#BURST}
   * @return an interval that hasn't started
   * @throws IllegalStateException if this one has started
   */
  public Interval onMissedTick(MissedTick missed) {
    Objects.requireNonNull(missed, "missed");
    if (scheduled) {
      throw new IllegalStateException(
          "An interval that has started can't change its MissedTick to "
              + missed
              + "; choose it before the first tick.");
    }
    return new Interval(period, delay, missed);
  }

  /**
   * Waits for the next tick.
   *
   * <p><em>Cancellation:</em> no tick is lost; the next call waits for the same one.
   *
   * @return the time at which the tick was due, in nanoseconds of the runtime's clock
   */
  @CancelSafe
  public Future<Long> tick() {
    return new TickFuture(this);
  }

  /**
   * Starts anew: the next tick comes a period after the next poll of a tick.
   *
   * @throws IllegalStateException while a tick is being waited for
   */
  public void reset() {
    reset(period);
  }

  /**
   * Starts anew with a delay.
   *
   * @param delay time from the next poll of a tick to that tick; negative counts as zero
   * @throws IllegalStateException while a tick is being waited for
   */
  public void resetAfter(Duration delay) {
    reset(Deadlines.nanos(Objects.requireNonNull(delay, "delay")));
  }

  private void reset(long delay) {
    requireNobodyWaits();
    this.delay = delay;
    scheduled = false;
  }

  /**
   * The time between two ticks.
   *
   * @return the period, at most 146 years
   */
  public Duration period() {
    return Duration.ofNanos(period);
  }

  private void requireNobodyWaits() {
    if (waiting != null) {
      throw new IllegalStateException(
          "A tick of " + this + " is being waited for; await it or cancel it first.");
    }
  }

  /** Begins to wait: the time of the next tick. */
  long begin(TickFuture tick, Services services) {
    requireNobodyWaits();
    waiting = tick;
    if (!scheduled) {
      scheduled = true;
      next = services.clock().nanoTime() + delay;
    }
    return next;
  }

  /** Ends the wait with a tick that is taken now. */
  void taken(Services services) {
    waiting = null;
    next = missed.next(next, services.clock().nanoTime(), period);
  }

  /** Ends the wait without a tick. */
  void givenUp() {
    waiting = null;
  }

  @Override
  public String toString() {
    return "Interval[" + period() + "]";
  }
}
