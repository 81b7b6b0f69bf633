package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.TimerQueue;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The scheduler without workers: all tasks run on the thread that is inside {@code blockOn}. */
final class CurrentThread implements Scheduling, Patrol {

  /*
   * One seat. The thread that has it polls its own root and all spawned tasks, and turns the driver, so
   * spawned tasks run one at a time. Further threads in blockOn poll nothing but their own root, when it
   * is woken; in between they wait for that or for the seat. Who leaves the seat wakes the others, and
   * one of them takes it.
   *
   * A round: the root if it was woken, up to ROUND tasks, then the driver without waiting. Without
   * anything to do it sleeps in the driver. Tasks that yield go behind the others and are polled after
   * the driver was turned, like every task that is queued during a round's last part.
   *
   * The lanes belong to the seat's holder; all others use their mailboxes and wake the seat's sleep.
   *
   * Nobody stands in for a task that keeps the seat. A monitor, started by the first blockOn unless there
   * is no watchdog, only reports it, and asks it to yield if it has pre-emption points. Without a monitor
   * those are watched on demand (CallerWatch).
   */

  private static final int ROUND = 61;

  private final RuntimeParts parts;
  private final Turn turn;
  private final Parker parker = new Parker();
  private final Lanes lanes;
  private final AtomicReference<@Nullable Thread> seat = new AtomicReference<>();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private final Site site;
  private final Route normal;
  private final Watchdog watchdog;
  private final Monitor monitor;
  private final Threads threads;
  private final AtomicBoolean watched = new AtomicBoolean(); // the monitor was started
  private final PollWatch watch = new PollWatch(); // the monitor's own
  private volatile boolean asleep; // the holder of the seat is; a hint for the monitor

  CurrentThread(RuntimeParts parts) throws IOException {
    this.parts = parts;
    this.turn = parts.openTurn();
    this.lanes = new Lanes(parts.settings().priorityLanes());
    this.normal = lane(false);
    this.watchdog = new Watchdog(parts);
    this.site = new Site(parts, turn, watchdog.isOn());
    this.monitor = new Monitor(parts, this);
    this.threads = new Threads(parts);
  }

  private Route lane(boolean high) {
    LaneQueue lane = lanes.lane(high);
    return new Route() {
      @Override
      public void schedule(TaskCell<?> task) {
        if (PollSite.current() == site) {
          lane.add(task);
        } else {
          lane.send(task);
          parker.unpark(turn.driver());
        }
      }

      @Override
      public void scheduleAgain(TaskCell<?> task, boolean yielded) {
        if (yielded) {
          site.stats().yielded();
        }
        schedule(task);
      }
    };
  }

  @Override
  public void start() {
    // The callers of blockOn do the work.
  }

  @Override
  public int workers() {
    return 1;
  }

  @Override
  public TaskOwner nextOwner() {
    return parts.owner();
  }

  @Override
  public Route route(int worker, boolean high) {
    return high ? lane(true) : this;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    normal.schedule(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    normal.scheduleAgain(task, yielded);
  }

  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    if (PollSite.current() == site) {
      throw new IllegalStateException(
          "blockInPlace was called on a runtime whose scheduler is CURRENT_THREAD, where no other"
              + " thread could run its tasks meanwhile; use spawnBlocking.");
    }
    return call.call();
  }

  @Override
  public Turn lender() {
    return turn;
  }

  @Override
  public void runRoot(RootTask<?> root) {
    if (watchdog.isOn() && watched.compareAndSet(false, true)) {
      threads.start("monitor", monitor);
    }
    TaskCell<?> cell = root.cell();
    root.onWake(
        () -> {
          if (seat.get() == root.caller()) {
            parker.unpark(turn.driver());
          }
        });
    boolean interrupted = drive(cell::isFinished, cell, Long.MAX_VALUE);
    if (interrupted) {
      Thread.currentThread().interrupt(); // blockOn turns it into its exception
    }
  }

  @Override
  public boolean await(BooleanSupplier condition, long limitNanos) {
    boolean interrupted = drive(condition, null, limitNanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return condition.getAsBoolean();
  }

  @Override
  public void conditionChanged() {
    parker.unpark(turn.driver());
  }

  /**
   * Runs tasks, or waits for the seat, until a condition holds; returns whether it was interrupted.
   */
  private boolean drive(BooleanSupplier done, @Nullable TaskCell<?> root, long limitNanos) {
    Thread self = Thread.currentThread();
    long start = clock().nanoTime();
    boolean interrupted = false;
    var outside = new CallerSite(parts, turn);
    waiting.add(self);
    try {
      while (!done.getAsBoolean() && left(start, limitNanos) > 0) {
        if (Thread.interrupted()) {
          interrupted = true;
          if (root != null) {
            root.abort();
          }
        }
        if (seat.compareAndSet(null, self)) {
          try (var _ = new SiteBinding(site)) {
            parker.bind();
            site.occupy();
            monitor.wakeUp();
            interrupted |= sit(done, root, start, limitNanos);
          } finally {
            site.vacate();
            seat.set(null);
          }
        } else if (root != null && root.isNotified()) {
          try (var _ = new SiteBinding(outside)) {
            outside.poll(root);
          }
        } else {
          LockSupport.parkNanos(this, left(start, limitNanos));
        }
      }
    } finally {
      waiting.remove(self);
      waiting.forEach(LockSupport::unpark);
    }
    return interrupted;
  }

  private long left(long start, long limitNanos) {
    return limitNanos == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : limitNanos - (clock().nanoTime() - start);
  }

  private boolean sit(
      BooleanSupplier done, @Nullable TaskCell<?> root, long start, long limitNanos) {
    boolean interrupted = false;
    // It comes back after some turns, and is called again, for the reason that Worker's loop tells.
    for (int turns = 0; turns < Worker.TURNS && !done.getAsBoolean(); turns++) {
      long left = left(start, limitNanos);
      if (left <= 0) {
        break;
      }
      boolean busy = false;
      if (root != null && root.isNotified()) {
        site.poll(root);
        busy = true;
      }
      busy |= runRound();
      parts.unobserved().reportCollected();
      if (done.getAsBoolean()) {
        break;
      }
      if (Thread.interrupted()) {
        interrupted = true;
        if (root != null) {
          root.abort();
        }
      } else {
        turn(busy || hasWork(root) ? 0 : left);
      }
    }
    return interrupted;
  }

  private boolean hasWork(@Nullable TaskCell<?> root) {
    return !lanes.isEmpty() || (root != null && root.isNotified());
  }

  private boolean runRound() {
    int polled = 0;
    while (polled < ROUND) {
      TaskCell<?> task = lanes.next();
      if (task == null) {
        break;
      }
      site.poll(task);
      polled++;
    }
    return polled > 0;
  }

  private void turn(long waitNanos) {
    try {
      if (waitNanos <= 0) {
        turn.tryTurn();
      } else {
        sleep(waitNanos);
      }
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      parts.unobserved().report(failure);
    }
  }

  private void sleep(long waitNanos) throws IOException {
    asleep = true;
    Events.Span sleep = site.fallingAsleep();
    if (!lanes.isEmpty()) {
      parker.unpark(turn.driver()); // a hook has made a task runnable here
    }
    try {
      turn.park(parker, waitNanos);
    } finally {
      site.woke(sleep);
      asleep = false;
      monitor.wakeUp();
    }
  }

  @Override
  public void stop() {
    monitor.stop();
    parts.watch().stop();
    threads.join();
    turn.driver().close();
  }

  // ---- the monitor's looks

  @Override
  public boolean look(long nowNanos) {
    watch.look(site.ticks(), nowNanos);
    watch.preemptIfLong(site, nowNanos);
    watchdog.look(site, watch, nowNanos);
    return false;
  }

  @Override
  public boolean allAsleep() {
    return asleep || seat.get() == null;
  }

  // ---- metrics

  @Override
  public Counts counts() {
    WorkerStats stats = site.stats();
    return new Counts(
        1,
        stats.polls(),
        0,
        stats.parks(),
        stats.unparks(),
        lanes.inboxDepth(),
        0,
        stats.yields(),
        watchdog.reported());
  }

  @Override
  public List<Weft.WorkerMetrics> workerMetrics() {
    return List.of(site.metrics(lanes.depth(), lanes.inboxDepth()));
  }

  private Clock clock() {
    return parts.clock();
  }

  /** The seat, seen by the tasks that are polled on it. */
  private static final class Site extends WorkSite {

    private final Turn turn;
    private final boolean monitored;

    Site(RuntimeParts parts, Turn turn, boolean monitored) {
      super(parts, 0);
      this.turn = turn;
      this.monitored = monitored;
    }

    @Override
    protected boolean isWatched() {
      return monitored;
    }

    @Override
    protected void watch(TaskCell<?> task) {
      parts().watch().watch(this, task);
    }

    @Override
    public TimerQueue timers() {
      return turn.timers();
    }

    @Override
    public Driver driver() {
      return turn.driver();
    }
  }
}
