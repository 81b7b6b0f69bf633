package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Looks after workers that are stuck in a poll, so that nobody else has to suffer for it. */
final class Monitor implements Runnable {

  /*
   * Every PERIOD it compares each worker's tick count with the last look. Odd and unchanged: that poll
   * has taken a whole period. The worker's LIFO slot is then emptied into the shared queue (its ring
   * can be stolen from anyway), its driver and timers are turned in its place, and a spare worker makes
   * up for it. While a worker is stuck the looks are closer together, as its sockets depend on them
   * when all spares are busy. Its task is asked to yield at its next pre-emption point, if it has any; a
   * task that the worker has just gone on to then yields once for nothing.
   *
   * With all workers asleep for IDLE_LOOKS looks it sleeps too, until a worker that wakes up wakes it;
   * `resting` is set before the last look and read after a worker has left its sleep.
   *
   * It also hands over failures whose handles have become garbage.
   */

  private static final long PERIOD_NANOS = 10_000_000;
  private static final long STUCK_PERIOD_NANOS = 1_000_000;
  private static final long WATCH_PERIOD_NANOS = 1_000_000_000;
  private static final int IDLE_LOOKS = 50;

  private final WorkStealing pool;
  private final long[] seenTicks;
  private final long[] seenAtNanos;
  private final AtomicLong takeOvers = new AtomicLong();
  private final AtomicIntegerArray longPolls; // 1: the worker is in a long poll; hints for anybody
  private volatile boolean resting;
  private volatile boolean stopped;
  private volatile @Nullable Thread thread;

  Monitor(WorkStealing pool, int capacity) {
    this.pool = pool;
    seenTicks = new long[capacity];
    seenAtNanos = new long[capacity];
    longPolls = new AtomicIntegerArray(capacity);
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    int idleLooks = 0;
    while (!stopped) {
      boolean stuck = look();
      pool.parts().unobserved().reportCollected();
      idleLooks = allAsleep() ? idleLooks + 1 : 0;
      if (stuck) {
        LockSupport.parkNanos(this, STUCK_PERIOD_NANOS);
      } else if (idleLooks < IDLE_LOOKS) {
        LockSupport.parkNanos(this, PERIOD_NANOS);
      } else {
        rest();
        idleLooks = 0;
      }
    }
  }

  private void rest() {
    resting = true;
    if (allAsleep() && !stopped) {
      if (pool.parts().unobserved().isEmpty()) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, WATCH_PERIOD_NANOS);
      }
    }
    resting = false;
  }

  /** Called by a worker that has left its sleep. */
  void wakeUp() {
    if (resting) {
      resting = false;
      LockSupport.unpark(thread);
    }
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  boolean isLongPoll(int index) {
    return longPolls.getOpaque(index) != 0; // pairs with look(): a hint, no order needed
  }

  long takeOvers() {
    return takeOvers.get();
  }

  private boolean allAsleep() {
    for (int i = 0; i < pool.highWater(); i++) {
      if (pool.worker(i) != null && !pool.idle().isAsleep(i)) {
        return false;
      }
    }
    return true;
  }

  /** One look at all workers; returns whether any is stuck. */
  private boolean look() {
    long now = pool.parts().realNanos();
    boolean any = false;
    for (int i = 0; i < pool.highWater(); i++) {
      Worker worker = pool.worker(i);
      if (worker == null) {
        continue;
      }
      long ticks = worker.ticks();
      if (ticks != seenTicks[i]) {
        seenTicks[i] = ticks;
        seenAtNanos[i] = now;
      }
      boolean polling = (ticks & 1) != 0;
      boolean isLong = polling && now - seenAtNanos[i] >= PERIOD_NANOS;
      longPolls.setOpaque(i, isLong ? 1 : 0); // pairs with isLongPoll: a hint, no order needed
      any |= isLong || worker.isBlocked();
      TaskCell<?> task = isLong ? worker.task() : null; // a racy read: the task is a hint as well
      if (task != null) {
        task.preempt();
      }
    }
    if (any) {
      for (int i = 0; i < pool.highWater(); i++) {
        Worker worker = pool.worker(i);
        if (worker != null && worker.isStuck()) {
          rescue(worker);
        }
      }
    }
    return any;
  }

  private void rescue(Worker worker) {
    TaskCell<?> stranded = worker.takeLifo();
    if (stranded != null) {
      pool.inject().push(stranded);
    }
    pool.makeUpFor(worker);
    if (!worker.isSpare()) {
      takeOver(worker);
    }
  }

  private void takeOver(Worker worker) {
    try {
      if (worker.turn().tryTurn()) {
        takeOvers.getAndIncrement();
      }
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      pool.failed(failure);
    }
  }
}
