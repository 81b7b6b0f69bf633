package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeThread;
import dev.weft.spi.TimerQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One worker of the work-stealing scheduler: its queues and its loop. */
final class Worker extends PollSite implements Runnable {

  /*
   * Loop: take a task and poll it; without one, steal; without anything, sleep in the driver.
   *
   * Where a task comes from, in order: every INJECT_INTERVAL turns the shared queue first, so that a
   * busy worker can't starve it; the LIFO slot; the ring; a batch from the shared queue; other workers.
   *
   * LIFO slot: the task woken last, since what it needs is still in the cache; the one that it displaces
   * goes to the ring. After LIFO_CAP tasks in a row from the slot the next wake-up goes to the ring, so
   * that two tasks which wake each other can't starve the rest. Thieves leave the slot alone; the
   * monitor takes it from a worker that is stuck.
   *
   * A task that yields goes to the end of the ring, and the driver is turned before the first such task
   * is polled again: `yieldMark` is its position in the ring.
   *
   * Spares: a worker that is stuck in a poll, or blocks in place, is made up for by a spare worker. It
   * has a ring of its own and no driver: it borrows those of `home`, the worker that it makes up for,
   * and sleeps in them while that one is stuck.
   *
   * `ticks` is odd during a poll; the monitor sees from two looks at it whether a poll is long.
   *
   * `blocking` counts calls in place. A stackful block may park in such a call: then its poll ends, the
   * worker goes on with other tasks, and the call may end on another worker, hence the atomic count; and
   * the worker is blocked only in a poll.
   */

  static final int INJECT_INTERVAL = 61;
  static final int TURN_INTERVAL = 61;
  private static final int LIFO_CAP = 3;
  private static final int INJECT_BATCH = SpmcRunQueue.CAPACITY / 2;

  private final WorkStealing pool;
  private final int index;
  private final @Nullable Worker home;
  private final Turn turn;
  private final SpmcRunQueue ring = new SpmcRunQueue();
  private final Parker parker = new Parker();
  private final RandomSource random;
  private final WorkerStats stats = new WorkerStats();

  private volatile @Nullable TaskCell<?> lifo;
  private final AtomicInteger blocking = new AtomicInteger(); // blockInPlace calls begun here
  private long ticks;

  private int lifoInRow;
  private boolean searching;
  private boolean yieldMarked;
  private int yieldMark;
  private boolean borrowed;

  Worker(WorkStealing pool, int index, Turn turn, RandomSource random, @Nullable Worker home) {
    this.pool = pool;
    this.index = index;
    this.turn = turn;
    this.random = random;
    this.home = home;
  }

  @Override
  public void run() {
    RuntimeThread thread = (RuntimeThread) Thread.currentThread();
    thread.setSite(this);
    parker.bind();
    pool.threadStarted();
    try {
      loop();
    } finally {
      pool.threadStopped();
      thread.setSite(null);
    }
  }

  private void loop() {
    int turns = 0;
    while (!pool.isStopping()) {
      turns++;
      if (turns % TURN_INTERVAL == 0) {
        turnDriver();
      }
      TaskCell<?> task = turns % INJECT_INTERVAL == 0 ? takeInjected() : null;
      if (task == null) {
        task = takeLocal();
      }
      if (task == null) {
        task = search();
      }
      if (task != null) {
        foundWork();
        poll(task);
      } else if (!sleep()) {
        return;
      }
    }
  }

  private void poll(TaskCell<?> task) {
    tick();
    try {
      task.run(this);
    } catch (Throwable broken) { // a waker of the user's own threw; other tasks need this worker
      pool.failed(broken);
    }
    tick();
    boolean _ =
        Thread.interrupted(); // a flag that the task set would keep this thread from sleeping
    stats.polled();
    if (borrowed) {
      borrowed = false;
      turn.lookAgain(); // a socket was attached to the driver in which somebody else may sleep
    }
  }

  private void tick() {
    TICKS.setOpaque(
        this, ticks + 1); // pairs with the opaque read in ticks(): a hint, no order needed
  }

  // ---- taking tasks

  private @Nullable TaskCell<?> takeLocal() {
    TaskCell<?> task = lifo == null ? null : takeLifo();
    if (task != null) {
      lifoInRow++;
      return task;
    }
    lifoInRow = 0;
    if (yieldMarked && ring.isTakenUpTo(yieldMark)) {
      yieldMarked = false;
      turnDriver();
    }
    task = ring.pop();
    return task == null ? takeInjected() : task;
  }

  /** Takes the slot's task; the worker or whoever rescues it. */
  @Nullable TaskCell<?> takeLifo() {
    return (TaskCell<?>) LIFO.getAndSet(this, null);
  }

  private @Nullable TaskCell<?> takeInjected() {
    InjectQueue inject = pool.inject();
    int waiting = inject.size();
    if (waiting == 0) {
      return null;
    }
    int share = Math.min(waiting / pool.nominal() + 1, INJECT_BATCH);
    return inject.popInto(ring, share);
  }

  private @Nullable TaskCell<?> search() {
    if (!searching) {
      if (!pool.idle().tryStartSearching(pool.nominal())) {
        return null;
      }
      searching = true;
    }
    int count = pool.highWater();
    int start = random.nextInt(count);
    for (int i = 0; i < count; i++) {
      Worker victim = pool.worker((start + i) % count);
      if (victim != null && victim != this) {
        TaskCell<?> task = victim.ring.stealInto(ring);
        if (task != null) {
          stats.stole();
          return task;
        }
      }
    }
    return takeInjected();
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

  /** Takes a task that became runnable on this worker's thread. */
  void push(TaskCell<?> task) {
    if (lifoInRow >= LIFO_CAP) {
      pushRing(task);
      pool.notifyOne();
      return;
    }
    TaskCell<?> displaced = (TaskCell<?>) LIFO.getAndSet(this, task);
    if (displaced != null) {
      pushRing(displaced);
      pool.notifyOne();
    }
  }

  /** Takes back a task that was woken in its own poll. */
  void pushAgain(TaskCell<?> task, boolean yielded) {
    if (yielded) {
      stats.yielded();
      if (!yieldMarked) {
        yieldMarked = true;
        yieldMark = ring.end();
      }
    }
    pushRing(task);
  }

  private void pushRing(TaskCell<?> task) {
    if (!ring.push(task)) {
      var overflow = new TaskChain();
      ring.takeHalfForOverflow(overflow);
      overflow.append(task);
      pool.inject().push(overflow);
    }
  }

  // ---- sleeping

  /** Sleeps until there may be work; false if this worker is a spare that isn't needed any more. */
  private boolean sleep() {
    pool.idle().announceSleep(index, searching);
    searching = false;
    boolean leftToMe = !pool.idle().isAnySearching(); // read before the queues, see IdleWorkers
    if (lifo != null || pool.isStopping() || (leftToMe && pool.hasWork())) {
      wokeUp();
      pool.awake(); // the monitor may have seen the announcement and gone to rest
      return true;
    }
    stats.parked();
    try {
      if (home == null) {
        turn.park(parker, Long.MAX_VALUE);
      } else if (!home.isStuck() || !turn.tryPark(parker, pool.keepAliveNanos())) {
        parker.park(pool.keepAliveNanos());
      }
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      pool.failed(failure);
    }
    stats.unparked();
    boolean claimed = wokeUp();
    pool.awake();
    return home == null || claimed || lifo != null || !ring.isEmpty() || !pool.retire(this);
  }

  private boolean wokeUp() {
    if (!pool.idle().retractSleep(index)) {
      searching = true; // the notifier counted this worker as searching
      return true;
    }
    return false;
  }

  /** Ends this worker's sleep. Any thread. */
  void unpark() {
    parker.unpark(turn.driver());
  }

  private void turnDriver() {
    try {
      turn.tryTurn();
    } catch (Throwable failure) { // as in sleep()
      pool.failed(failure);
    }
  }

  // ---- blocking in place

  /** Enters a blocking call: what is queued here goes on elsewhere. On this worker's thread. */
  void startBlocking() {
    TaskCell<?> task = takeLifo();
    if (task != null) {
      pushRing(task);
    }
    blocking.getAndIncrement();
    pool.makeUpFor(this);
  }

  /** Leaves a blocking call that began here; on whichever thread it ends. */
  void endBlocking() {
    blocking.getAndDecrement();
  }

  boolean mayBlock() {
    return blocking.get() > 0;
  }

  boolean isBlocked() {
    return blocking.get() > 0 && (ticks() & 1) != 0;
  }

  // ---- for the pool and the monitor

  /** Whether this worker can't run tasks now; a guess while it is in a long poll. */
  boolean isStuck() {
    return isBlocked() || pool.isLongPoll(index);
  }

  long ticks() {
    return (long) TICKS.getOpaque(this); // pairs with tick(): a hint, no order needed
  }

  int index() {
    return index;
  }

  boolean isSpare() {
    return home != null;
  }

  boolean hasRunnable() {
    return !ring.isEmpty();
  }

  Turn turn() {
    return turn;
  }

  WorkerStats stats() {
    return stats;
  }

  WorkStealing pool() {
    return pool;
  }

  @Override
  protected boolean isWatched() {
    return true; // by the monitor
  }

  // ---- services for the task that is polled here

  @Override
  public Weft runtime() {
    return pool.weft();
  }

  @Override
  public Clock clock() {
    return pool.clock();
  }

  @Override
  public TimerQueue timers() {
    return turn.timers();
  }

  @Override
  public Driver driver() {
    borrowed = home != null;
    return turn.driver();
  }

  @Override
  public DriverProvider sockets() {
    return pool.sockets();
  }

  @Override
  public RandomSource random() {
    return random;
  }

  private static final VarHandle LIFO;
  private static final VarHandle TICKS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LIFO = lookup.findVarHandle(Worker.class, "lifo", TaskCell.class);
      TICKS = lookup.findVarHandle(Worker.class, "ticks", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
