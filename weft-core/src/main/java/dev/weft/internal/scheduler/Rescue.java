package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** Looks after workers that are stuck in a poll, so that nobody else has to suffer for it. */
final class Rescue implements Patrol {

  /*
   * Compares each worker's tick count with the last look. Odd and unchanged: that poll has taken a whole
   * period. The worker's LIFO slot is then emptied into the shared queue (its ring can be stolen from
   * anyway), its driver and timers are turned in its place, and a spare worker makes up for it. Its task is
   * asked to yield at its next pre-emption point, if it has any; one that the worker has just gone on to
   * then yields once for nothing.
   *
   * All but `takeOvers` and `longPolls` belongs to the monitor's thread.
   */

  private final WorkerPool pool;
  private final Watchdog watchdog;
  private final PollWatch[] watches;
  private final AtomicLong takeOvers = new AtomicLong();
  private final AtomicIntegerArray longPolls; // 1: the worker is in a long poll; hints for anybody

  Rescue(WorkerPool pool, Watchdog watchdog, int capacity) {
    this.pool = pool;
    this.watchdog = watchdog;
    this.watches = new PollWatch[capacity];
    longPolls = new AtomicIntegerArray(capacity);
  }

  boolean isLongPoll(int index) {
    return longPolls.getOpaque(index) != 0; // pairs with look(): a hint, no order needed
  }

  long takeOvers() {
    return takeOvers.get();
  }

  @Override
  public boolean allAsleep() {
    for (int i = 0; i < pool.highWater(); i++) {
      if (pool.worker(i) != null && !pool.idle().isAsleep(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean look(long now) {
    boolean any = false;
    for (int i = 0; i < pool.highWater(); i++) {
      Worker worker = pool.worker(i);
      if (worker == null) {
        continue;
      }
      PollWatch watch = watch(i);
      watch.look(worker.ticks(), now);
      boolean isLong = watch.preemptIfLong(worker, now);
      longPolls.setOpaque(i, isLong ? 1 : 0); // pairs with isLongPoll: a hint, no order needed
      any |= isLong || worker.isBlocked();
      watchdog.look(worker, watch, now);
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

  private PollWatch watch(int index) {
    if (watches[index] == null) {
      watches[index] = new PollWatch();
    }
    return watches[index];
  }

  private void rescue(Worker worker) {
    TaskCell<?> stranded = worker.takeKept();
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
