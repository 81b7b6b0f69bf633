package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import dev.weft.spi.Driver;
import dev.weft.spi.TimerQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One worker of a pool that shares its work: the loop, and all but its own queues. */
abstract class Worker extends WorkSite implements Runnable {

  /*
   * Loop: take a task and poll it; without one, search; without anything, sleep in the driver.
   *
   * Where a task comes from, in order: every OTHERS_INTERVAL turns the queues that aren't this worker's
   * own business, so that a busy worker can't starve them; its own queues; the tasks that only it may
   * poll; the shared queue; other workers. With two lanes, or with tasks that only it may poll at hand,
   * it asks the others each time.
   *
   * Spares: a worker that is stuck in a poll, or blocks in place, is made up for by a spare worker. It
   * has queues of its own and no driver: it borrows that of `home`, the worker that it makes up for,
   * and sleeps in it while that one is stuck.
   *
   * `blocking` counts calls in place. A stackful block may park in such a call: then its poll ends, the
   * worker goes on with other tasks, and the call may end on another worker, hence the atomic count; and
   * the worker is blocked only in a poll.
   */

  static final int OTHERS_INTERVAL = 61;
  static final int TURN_INTERVAL = 61;

  /** After how many turns the thread comes back to where it can take newer code. */
  static final int TURNS = 1_024;

  private static final int ALL = Integer.MAX_VALUE;

  /** By how many sockets drivers may differ; a few connections stay where they are. */
  private static final int MOST_UNEVEN = 8;

  /** A spare that is needed sleeps at least so long, however short the keep-alive time is. */
  private static final long MIN_SLEEP_NANOS = 10_000_000;

  final WorkerPool pool;
  private final @Nullable Worker home;
  private final Turn turn;
  private final Parker parker = new Parker();
  private final AtomicInteger blocking = new AtomicInteger(); // blockInPlace calls begun here
  private final Lanes own; // tasks that only this worker may poll
  private final @Nullable InjectQueue high;
  private final long spinNanos;

  private int nextNeighbour = index();
  private @Nullable Turn givenTo; // maybe got a socket in this poll, and somebody may sleep in it
  private boolean searching;
  private int untilOthers = OTHERS_INTERVAL;
  private int untilInject = OTHERS_INTERVAL;
  private int highInRow;
  private boolean ownLast;

  Worker(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    super(pool.parts(), index);
    this.pool = pool;
    this.turn = turn;
    this.home = home;
    this.high = pool.high();
    this.own = new Lanes(high != null);
    this.spinNanos = pool.parts().settings().spinNanos();
  }

  // ---- the queues of a kind of worker

  /** Takes a task out of this worker's own queues. */
  abstract @Nullable TaskCell<?> takeLocal();

  /** Takes a task out of the queue that all share. */
  abstract @Nullable TaskCell<?> takeInjected();

  /** Takes tasks from other workers and returns one of them. */
  abstract @Nullable TaskCell<?> steal();

  /** Takes a task that became runnable on this worker's thread. */
  abstract void push(TaskCell<?> task);

  /** Takes a task that was never polled. */
  void pushNew(TaskCell<?> task) {
    push(task);
  }

  /** Takes back a task that was woken in its own poll. */
  abstract void pushAgain(TaskCell<?> task, boolean yielded);

  /** Takes what nobody can steal; the worker, or who rescues it. */
  abstract @Nullable TaskCell<?> takeKept();

  /** Whether there is something that nobody can steal. */
  abstract boolean hasKept();

  /** Whether there is something to be stolen. */
  abstract boolean hasRunnable();

  /** Gives what nobody can steal to those who can, as this worker will block. */
  abstract void letGoOfKept();

  /** Tasks in its own queues, for metrics. */
  abstract int depth();

  // ---- the loop

  @Override
  public void run() {
    begin(parker);
    try {
      loop();
    } finally {
      end();
    }
  }

  /*
   * Three methods for one loop, since a thread can't leave a method that never returns. When the JIT takes
   * back the code that a thread is in, as it does when something new happens there on any thread, this one
   * goes on either in the interpreter, until the loop has been compiled once more on the stack, after tens of
   * thousands of turns, or in the old code, whose calls are not linked to code that is compiled later: what it
   * calls is then interpreted for good, at a tenth of the speed. A method that is called anew takes the newest
   * code. So tasks are polled by one that returns after some of them, which is called by one that returns after
   * a few milliseconds; the method that stays turns so rarely that it isn't compiled for minutes.
   */
  private void loop() {
    while (pollMany()) {}
  }

  private boolean pollMany() {
    for (int turns = 0; turns < TURNS; turns++) {
      if (pool.isStopping()) {
        return false;
      }
      turnDriver(high == null ? TURN_INTERVAL : ALL); // lanes: what is ready may be ahead
      if (!pollSome()) {
        return false;
      }
    }
    return true;
  }

  private boolean pollSome() {
    for (int untilTurn = TURN_INTERVAL; --untilTurn > 0 && !pool.isStopping(); ) {
      TaskCell<?> task = --untilOthers <= 0 ? takeOthers() : null;
      if (task == null) {
        task = takeLocal();
      }
      if (task == null) {
        task = takeShared();
      }
      if (task == null) {
        task = search();
      }
      if (task != null) {
        foundWork();
        pollHere(task);
      } else if (!sleep()) {
        return false;
      }
    }
    return true;
  }

  private void pollHere(TaskCell<?> task) {
    poll(task);
    boolean _ =
        Thread.interrupted(); // a flag that the task set would keep this thread from sleeping
    lookAgain();
  }

  /** A worker whose driver had no socket sleeps elsewhere; it is told once it has one. */
  private void lookAgain() {
    Turn other = givenTo;
    if (other != null) {
      givenTo = null;
      other.lookAgain();
    }
  }

  // ---- taking tasks

  /** A task that is due although this worker has work of its own. */
  private @Nullable TaskCell<?> takeOthers() {
    boolean eachTime = high != null || own.queued() > 0;
    untilOthers = eachTime ? 1 : OTHERS_INTERVAL;
    TaskCell<?> task = takeHigh();
    if (task == null && !ownLast) {
      task = own.next();
      ownLast = task != null;
    } else {
      ownLast = false;
    }
    if (task == null && (!eachTime || --untilInject <= 0)) {
      untilInject = OTHERS_INTERVAL;
      task = takeInjected();
    }
    return task;
  }

  /** A task from anywhere but other workers. */
  private @Nullable TaskCell<?> takeShared() {
    TaskCell<?> task = takeHigh();
    if (task == null) {
      task = own.next();
      if (task != null) {
        untilOthers = 1; // there may be more of them
      }
    }
    return task == null ? takeInjected() : task;
  }

  private @Nullable TaskCell<?> takeHigh() {
    if (high == null) {
      return null;
    }
    TaskCell<?> task = highInRow < Lanes.HIGH_IN_ROW ? high.pop() : null;
    highInRow = task == null ? 0 : highInRow + 1;
    return task;
  }

  private @Nullable TaskCell<?> search() {
    if (!searching) {
      if (!pool.idle().tryStartSearching(pool.workers())) {
        return null;
      }
      searching = true;
    }
    TaskCell<?> task = lookAround();
    return task == null && spinNanos > 0 ? spin() : task;
  }

  private @Nullable TaskCell<?> lookAround() {
    TaskCell<?> task = steal();
    return task == null ? takeShared() : task;
  }

  /** Looks again and again for a while, which spares the sleep if work comes soon. */
  private @Nullable TaskCell<?> spin() {
    long start = parts().realNanos();
    do {
      Thread.onSpinWait();
      turnDriver(); // timers and sockets are work, too
      TaskCell<?> task = takeLocal();
      if (task == null) {
        task = lookAround();
      }
      if (task != null) {
        return task;
      }
    } while (!pool.isStopping() && parts().realNanos() - start < spinNanos);
    return null;
  }

  private void foundWork() {
    if (searching) {
      searching = false;
      if (pool.idle().stopSearching()) {
        pool.notifyOne();
      }
    }
  }

  // ---- putting tasks

  /** Takes a task that only this worker may poll. Any thread. */
  void pin(TaskCell<?> task, boolean first) {
    if (pool.isHere(this)) {
      own.lane(first).add(task);
      untilOthers = 1;
    } else {
      own.lane(first).send(task);
      unpark();
    }
  }

  // ---- sleeping

  /** Sleeps until there may be work; false if this worker is a spare that isn't needed any more. */
  private boolean sleep() {
    pool.idle().announceSleep(index(), searching);
    searching = false;
    boolean leftToMe = !pool.idle().isAnySearching(); // read before the queues, see IdleWorkers
    if (hasKept() || pool.isStopping() || (leftToMe && pool.hasWork())) {
      wokeUp();
      pool.awake(); // the monitor may have seen the announcement and gone to rest
      return true;
    }
    Events.Span sleep = fallingAsleep();
    if (hasKept() || hasRunnable() || !own.isEmpty()) {
      unpark(); // a hook has made a task runnable here
    }
    try {
      if (home == null) {
        turn.park(parker, Long.MAX_VALUE);
      } else {
        long limit = Math.max(MIN_SLEEP_NANOS, parts().keepAliveNanos());
        if (!home.isStuck() || !turn.tryPark(parker, limit)) {
          parker.park(limit);
        }
      }
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      pool.failed(failure);
    }
    woke(sleep);
    boolean _ = Thread.interrupted(); // an interrupt from elsewhere would end each further sleep
    boolean claimed = wokeUp();
    pool.awake();
    return home == null || claimed || hasKept() || hasRunnable() || !pool.retire(this);
  }

  private boolean wokeUp() {
    if (!pool.idle().retractSleep(index())) {
      searching = true; // the notifier counted this worker as searching
      return true;
    }
    return false;
  }

  /** Ends this worker's sleep. Any thread. */
  void unpark() {
    parker.unpark(turn.driver());
  }

  final void turnDriver() {
    turnDriver(ALL);
  }

  private void turnDriver(int polls) {
    try {
      turn.tryTurn(polls);
    } catch (Throwable failure) { // as in sleep()
      pool.failed(failure);
    }
  }

  // ---- blocking in place

  /** Enters a blocking call: what is queued here goes on elsewhere. On this worker's thread. */
  void startBlocking() {
    letGoOfKept();
    blocking.getAndIncrement();
    pool.makeUpFor(this);
  }

  /** Leaves a blocking call that began here; on whichever thread it ends. */
  void endBlocking() {
    blocking.getAndDecrement();
  }

  @Override
  boolean mayBlock() {
    return blocking.get() > 0;
  }

  boolean isBlocked() {
    return blocking.get() > 0 && (ticks() & 1) != 0;
  }

  // ---- for the pool and the monitor

  /** Whether this worker can't run tasks now; a guess while it is in a long poll. */
  boolean isStuck() {
    return isBlocked() || pool.isLongPoll(index());
  }

  boolean isSpare() {
    return home != null;
  }

  /** Wakes somebody for a task that was put into the ring, unless a neighbour is about to wake. */
  final void notifyUnlessLeft() {
    Worker neighbour = pool.worker((index() + 1) % pool.workers());
    if (neighbour == null || !turn.leavesWorkTo(neighbour.turn)) {
      pool.notifyOne();
    }
  }

  Turn turn() {
    return turn;
  }

  /** The tasks that only this worker may poll. */
  Lanes own() {
    return own;
  }

  @Override
  protected boolean isWatched() {
    return true; // by the monitor
  }

  // ---- services for the task that is polled here

  @Override
  public TimerQueue timers() {
    return turn.timers();
  }

  @Override
  public Driver driver() {
    if (home != null) {
      givenTo = turn; // that of the worker that this one stands in for
    }
    return turn.driver();
  }

  /** Each is compared with the next one in turn, which evens them out without a look at all. */
  @Override
  public Driver driverOfAccepted() {
    TaskCell<?> task = task();
    if (home == null && task != null && !task.isPinned()) {
      nextNeighbour = (nextNeighbour + 1) % pool.workers();
      Worker neighbour = pool.worker(nextNeighbour);
      if (neighbour != null) {
        Driver other = neighbour.turn.driver();
        if (other.sources() + MOST_UNEVEN < turn.driver().sources()) {
          lookAgain();
          givenTo = neighbour.turn;
          return other;
        }
      }
    }
    return driver();
  }
}
