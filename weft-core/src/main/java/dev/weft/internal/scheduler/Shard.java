package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.Driver;
import dev.weft.spi.TimerQueue;

/** One worker that shares nothing: its thread, its tasks, its driver and its timers. */
final class Shard extends WorkSite implements Runnable {

  /*
   * Its tasks become runnable either on its own thread, and then go to the end of its queue, or
   * elsewhere, and then come as messages through the mailbox, with a wake of the thread. Only this
   * thread turns the driver and the timers; others add timers and attach sockets, as a root does that
   * is polled on its caller's thread.
   *
   * A task that yields goes to the end of the queue, and the driver is turned before the first such
   * task is polled again: `untilYielded` counts the tasks before it, or is -1.
   *
   * Sleep: the mailbox was empty, and whoever has put something in since then leaves a notification
   * with the parker, so that the sleep ends at once. `asleep` is a hint for the monitor.
   */

  private static final int TURN_INTERVAL = 61;

  private final Sharded all;
  private final Turn turn;
  private final Lanes lanes;
  private final Parker parker = new Parker();
  private int untilYielded = -1;
  private volatile boolean asleep;

  Shard(Sharded all, RuntimeParts parts, int index, Turn turn) {
    super(parts, index);
    this.all = all;
    this.turn = turn;
    this.lanes = new Lanes(parts.settings().priorityLanes());
  }

  /** The way to this shard. */
  Route route(boolean high) {
    LaneQueue lane = lanes.lane(high);
    return new Route() {
      @Override
      public void schedule(TaskCell<?> task) {
        if (PollSite.current() == Shard.this) {
          lane.add(task);
        } else {
          lane.send(task);
          unpark();
        }
      }

      @Override
      public void scheduleAgain(TaskCell<?> task, boolean yielded) {
        if (yielded) {
          noteYield();
        }
        lane.add(task);
      }
    };
  }

  private void noteYield() {
    stats().yielded();
    if (untilYielded < 0) {
      untilYielded = lanes.queued();
    }
  }

  @Override
  protected boolean isWatched() {
    return true; // by the monitor
  }

  @Override
  public void run() {
    begin(parker);
    try {
      loop();
    } finally {
      end();
    }
  }

  // Three methods for one loop, for the reason that Worker tells.
  private void loop() {
    while (pollMany()) {}
  }

  private boolean pollMany() {
    for (int turns = 0; turns < Worker.TURNS; turns++) {
      if (all.isStopping()) {
        return false;
      }
      turnDriver();
      pollSome();
    }
    return true;
  }

  private void pollSome() {
    for (int untilTurn = TURN_INTERVAL; --untilTurn > 0 && !all.isStopping(); ) {
      if (untilYielded >= 0 && untilYielded-- == 0) {
        turnDriver();
      }
      TaskCell<?> task = lanes.next();
      if (task == null) {
        sleep();
      } else {
        poll(task);
        boolean _ = Thread.interrupted(); // a flag that the task set would keep it from sleeping
      }
    }
  }

  private void turnDriver() {
    try {
      turn.tryTurn();
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      parts().unobserved().report(failure);
    }
  }

  private void sleep() {
    asleep = true;
    Events.Span sleep = fallingAsleep();
    if (!lanes.isEmpty()) {
      unpark(); // a hook has made a task runnable here
    }
    try {
      turn.park(parker, Long.MAX_VALUE);
    } catch (Throwable failure) { // as in turnDriver
      parts().unobserved().report(failure);
    }
    woke(sleep);
    boolean _ = Thread.interrupted(); // an interrupt from elsewhere would end each further sleep
    asleep = false;
    all.awake();
  }

  /** Ends this shard's sleep. Any thread. */
  void unpark() {
    parker.unpark(turn.driver());
  }

  boolean isAsleep() {
    return asleep;
  }

  boolean isOf(Sharded scheduler) {
    return all == scheduler;
  }

  Lanes lanes() {
    return lanes;
  }

  Turn turn() {
    return turn;
  }

  // ---- services for the task that is polled here

  @Override
  public TimerQueue timers() {
    return turn.timers();
  }

  @Override
  public Driver driver() {
    return turn.driver();
  }
}
