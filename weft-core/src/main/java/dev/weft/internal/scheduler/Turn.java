package dev.weft.internal.scheduler;

import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerQueue;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker's driver and timers behind one token: whoever has it may turn them. Normally that is the
 * worker; while it is stuck in a poll, somebody else.
 */
final class Turn {

  /*
   * The token is held only while driver and timers are turned (the worker's sleep in the driver
   * included), never while a task is polled. So a stuck worker doesn't hold it, and taking over needs
   * no agreement with it: timers are added and cancelled, and sockets attached, without the token.
   *
   * A worker turns every so many polls. The tasks that a driver's last turn made runnable are polled before
   * it is asked again: what is ready meanwhile would be queued behind them, and asking costs a system
   * call, in which a selector reports again each event that wasn't handled yet. `unhandled` counts them down.
   *
   * A crowd of timers fires at the boundaries of the slack. What it makes runnable is left to a neighbour
   * that wakes up at the same boundary, so that this worker needn't wake it: see leavesWorkTo.
   */

  /** However many events there were, after so many polls the driver is asked again. */
  private static final int MOST_POLLS = 1024;

  private static final long BACK_OFF_NANOS = 20_000;
  private static final long FOREVER_NANOS = Long.MAX_VALUE / 2; // can be added to any time

  private final AtomicBoolean token = new AtomicBoolean();
  private final SleeperCall call;
  private final Driver driver;
  private final InboxTimerQueue timers;
  private final Clock clock;
  private final Slack slack;
  private int unhandled; // turn holder
  private boolean firingCrowd; // turn holder
  private long firedNanos; // turn holder
  private long wakesNanos; // when the sleeper wakes by itself; written before `asleep`
  private volatile boolean asleep;

  /**
   * Puts a driver and timers together.
   *
   * @param call calls whoever sleeps in here; it has the driver
   * @param timers made with that call
   * @param clock what the timers go by
   * @param slackNanos how late a timer that has many others near it may be made
   */
  Turn(SleeperCall call, InboxTimerQueue timers, Clock clock, long slackNanos) {
    this.call = call;
    this.driver = call.driver();
    this.timers = timers;
    this.clock = clock;
    this.slack = new Slack(slackNanos);
  }

  /** Has whoever sleeps in here look at the time and the sockets again. Any thread. */
  void lookAgain() {
    call.run();
  }

  Driver driver() {
    return driver;
  }

  TimerQueue timers() {
    return timers;
  }

  /** Handles what is ready, without waiting; false if somebody else has the token. */
  boolean tryTurn() throws IOException {
    return tryTurn(Integer.MAX_VALUE);
  }

  /**
   * As {@link #tryTurn()}, but the driver only if most tasks that its last events made runnable
   * have been polled.
   *
   * @param polls how many tasks the caller has polled since it called this
   */
  boolean tryTurn(int polls) throws IOException {
    if (!token.compareAndSet(false, true)) {
      return false;
    }
    try {
      unhandled = Math.max(0, unhandled - polls);
      if (unhandled == 0 && driver.sources() > 0) {
        reported(driver.turn(0));
      }
      fire(clock.nanoTime());
    } finally {
      token.set(false);
    }
    return true;
  }

  private void reported(int events) {
    unhandled = Math.min(events, MOST_POLLS);
  }

  /**
   * Sleeps until an event, a timer, the limit or an unpark, and handles what is then ready.
   *
   * @param parker of the calling thread
   * @param limitNanos how long at most
   */
  void park(Parker parker, long limitNanos) throws IOException {
    while (!token.compareAndSet(false, true)) {
      call.run(); // whoever took over while this worker was stuck has to leave
      if (parker.takeNotification()) {
        return;
      }
      LockSupport.parkNanos(this, BACK_OFF_NANOS);
    }
    parkHolding(parker, limitNanos, false);
  }

  /**
   * Like {@link #park}, for somebody else than the worker; false if the token is taken. Always in
   * the driver: the worker may get on again and attach its first socket while it is busy.
   */
  boolean tryPark(Parker parker, long limitNanos) throws IOException {
    if (!token.compareAndSet(false, true)) {
      return false;
    }
    parkHolding(parker, limitNanos, true);
    return true;
  }

  private void parkHolding(Parker parker, long limitNanos, boolean inDriver) throws IOException {
    call.sleeps(parker);
    try {
      long now = clock.nanoTime();
      // A timer that fires here makes a task runnable: then nobody may sleep.
      long wait = fire(now) > 0 ? 0 : fallAsleep(now, limitNanos);
      if (inDriver || driver.sources() > 0) {
        reported(parker.park(driver, wait));
      } else {
        parker.park(wait);
      }
      asleep = false;
      timers.awake();
      fire(clock.nanoTime());
    } finally {
      asleep = false;
      call.sleeps(null);
      token.set(false);
    }
  }

  /** Announces a sleep; returns how long it may last. */
  private long fallAsleep(long now, long limitNanos) {
    long next = Math.min(limitNanos, timers.nanosUntilNext(now));
    long wait = Math.max(next, Math.min(limitNanos, slack.leftNanos(now)));
    if (wait <= 0) {
      return 0;
    }
    wakesNanos = now + Math.min(wait, FOREVER_NANOS);
    asleep = true;
    // Of a crowd, only a timer that is due before all others has to end the sleep.
    return timers.fallAsleep(now + Math.clamp(next, 0, FOREVER_NANOS)) ? wait : 0;
  }

  private int fire(long now) {
    if (slack.leftNanos(now) > 0) {
      return 0;
    }
    firingCrowd = slack.isHolding();
    firedNanos = now;
    try {
      return timers.fire(now);
    } finally {
      firingCrowd = false;
      slack.fired(now, timers.isCrowded());
    }
  }

  /**
   * Whether the timers that are firing are a crowd, and a neighbour wakes up by itself while they
   * might still have been held back: it then looks for work. Turn holder. If the neighbour wakes up
   * at this moment it may miss the last task, which then waits for the one whose timer fired.
   */
  boolean leavesWorkTo(Turn neighbour) {
    return firingCrowd
        && neighbour != this
        && neighbour.asleep
        && neighbour.wakesNanos - firedNanos <= slack.nanos();
  }
}
