package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose workers share their work and stand in for each other: the work-stealing one and
 * the one with a global queue.
 */
final class WorkerPool implements Scheduling {

  /*
   * Workers 0 … nominal-1 live as long as the scheduler and own a driver and timers each. Above them
   * are spares, which come and go with workers that are stuck or block in place; `slots` has room for
   * MAX_SPARES of them, and `highWater` is one more than the highest slot ever used.
   *
   * Making up: spares that run are kept as many as workers that can't run. Whoever finds too few, the
   * monitor or a worker that is about to block, starts one; a spare that is not needed and idle for the
   * keep-alive time ends itself. `spares` is the number of spares that haven't ended.
   *
   * Waking and sleeping: see IdleWorkers. Stopping: `stopping` is set, everybody is woken, and the
   * threads are joined; then drivers are closed, so that no one turns a closed driver.
   */

  static final int MAX_SPARES = 512;

  private final RuntimeParts parts;
  private final int nominal;
  private final AtomicReferenceArray<@Nullable Worker> slots;
  private final AtomicInteger highWater = new AtomicInteger();
  private final AtomicInteger spares = new AtomicInteger();
  private final IdleWorkers idle;
  private final InjectQueue inject = new InjectQueue();
  private final @Nullable InjectQueue high; // the lane ahead of the others, if there are two
  private final Watchdog watchdog;
  private final Rescue rescue;
  private final Monitor monitor;
  private final Quiet quiet = new Quiet();
  private final AtomicInteger nextForCaller = new AtomicInteger();
  private final RetiredStats retired = new RetiredStats();
  private final Threads threads;
  private volatile boolean stopping;
  private volatile boolean threadsLacking; // the last start of a spare failed; for reports only

  WorkerPool(RuntimeParts parts) throws IOException {
    this.parts = parts;
    int workers = parts.settings().workers();
    this.nominal = workers;
    this.high = parts.settings().priorityLanes() ? new InjectQueue() : null;
    this.threads = new Threads(parts);
    this.slots = new AtomicReferenceArray<>(workers + MAX_SPARES);
    this.idle = new IdleWorkers(workers + MAX_SPARES);
    this.watchdog = new Watchdog(parts);
    this.rescue = new Rescue(this, watchdog, workers + MAX_SPARES);
    this.monitor = new Monitor(parts, rescue);
    List<Turn> turns = parts.openTurns(workers);
    for (int i = 0; i < workers; i++) {
      slots.set(i, newWorker(i, turns.get(i), null));
    }
    highWater.set(workers);
  }

  private Worker newWorker(int index, Turn turn, @Nullable Worker home) {
    return parts.settings().scheduler() == Weft.Scheduler.GLOBAL_QUEUE
        ? GlobalWorker.create(this, index, turn, home)
        : StealingWorker.apart(this, index, turn, home);
  }

  @Override
  public void start() {
    for (int i = 0; i < nominal; i++) {
      startThread(i);
    }
    threads.start("monitor", monitor);
  }

  private void startThread(int index) {
    Worker worker = slots.get(index);
    if (worker != null) {
      threads.start("worker-" + index, worker);
    }
  }

  // ---- scheduling

  @Override
  public void schedule(TaskCell<?> task) {
    Worker worker = here();
    if (worker != null) {
      worker.push(task);
    } else {
      inject.push(task);
      notifyOne();
    }
  }

  @Override
  public void scheduleNew(TaskCell<?> task) {
    Worker worker = here();
    if (worker != null) {
      worker.pushNew(task);
    } else {
      inject.push(task);
      notifyOne();
    }
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    Worker worker = here();
    if (worker != null) {
      worker.pushAgain(task, yielded);
    } else {
      inject.push(task);
      notifyOne();
    }
  }

  /** The worker of this scheduler whose thread calls, if it is one. */
  private @Nullable Worker here() {
    return PollSite.current() instanceof Worker worker && worker.pool == this ? worker : null;
  }

  /** Whether the calling thread is the worker's. */
  boolean isHere(Worker worker) {
    return PollSite.current() == worker;
  }

  @Override
  public int workers() {
    return nominal;
  }

  @Override
  public TaskOwner nextOwner() {
    return parts.owner();
  }

  @Override
  public Route route(int index, boolean first) {
    Worker worker = index < 0 ? null : slots.get(index);
    if (worker != null) {
      return new PinnedRoute(worker, first);
    }
    return first && high != null ? new HighRoute(this, high) : this;
  }

  /** Wakes a sleeper for work that was just put into a queue, unless somebody searches already. */
  void notifyOne() {
    int sleeper = idle.claimOne(highWater.get());
    if (sleeper >= 0) {
      Worker worker = slots.get(sleeper);
      if (worker != null) {
        worker.unpark();
      }
    }
  }

  boolean hasWork() {
    if (inject.size() > 0 || (high != null && high.size() > 0)) {
      return true;
    }
    for (int i = 0; i < highWater.get(); i++) {
      Worker worker = slots.get(i);
      if (worker != null && worker.hasRunnable()) {
        return true;
      }
    }
    return false;
  }

  // ---- stuck and blocking workers

  /** Sees to it that as many spares run as workers can't; {@code stuck} is one that can't. */
  void makeUpFor(Worker stuck) {
    int missing = stuckWorkers();
    while (spares.get() < missing && !stopping) {
      if (!startSpare(stuck)) {
        break;
      }
    }
    notifyOne();
  }

  private int stuckWorkers() {
    int stuck = 0;
    for (int i = 0; i < highWater.get(); i++) {
      Worker worker = slots.get(i);
      if (worker != null && worker.isStuck()) {
        stuck++;
      }
    }
    return stuck;
  }

  private boolean startSpare(Worker stuck) {
    Worker home = stuck.isSpare() ? slots.get(stuck.index() % nominal) : stuck;
    for (int i = nominal; i < slots.length() && home != null; i++) {
      if (slots.get(i) == null) {
        var spare = newWorker(i, home.turn(), home);
        if (slots.compareAndSet(i, null, spare)) {
          int above = i + 1;
          highWater.getAndUpdate(now -> Math.max(now, above));
          spares.incrementAndGet();
          return startSpareThread(i);
        }
      }
    }
    return false;
  }

  /**
   * The system may have no thread left; the monitor tries again soon, so only the first is
   * reported.
   */
  private boolean startSpareThread(int index) {
    try {
      startThread(index);
      threadsLacking = false;
      return true;
    } catch (Throwable failure) {
      spares.decrementAndGet();
      slots.set(index, null);
      if (!threadsLacking) {
        threadsLacking = true;
        failed(failure);
      }
      return false;
    }
  }

  /**
   * Ends a spare that slept through its keep-alive time, unless it is needed; its own thread asks.
   */
  boolean retire(Worker spare) {
    if (spares.get() <= stuckWorkers()) {
      return false;
    }
    spares.decrementAndGet();
    synchronized (retired) { // so that counts() meets its counters in one of the two places
      retired.add(spare.stats());
      slots.set(spare.index(), null);
    }
    return true;
  }

  boolean isLongPoll(int index) {
    return rescue.isLongPoll(index);
  }

  /** A worker woke up: the monitor has something to look after again. */
  void awake() {
    monitor.wakeUp();
  }

  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    Worker worker = here();
    TaskCell<?> task = worker == null ? null : worker.task();
    if (worker == null || task == null) {
      return call.call();
    }
    int budget = task.budget();
    Events.Span blocked = parts.events().blockInPlace(task.id());
    worker.startBlocking();
    try {
      return call.call();
    } finally {
      blocked.finish();
      worker.endBlocking();
      task.setBudget(budget);
    }
  }

  // ---- roots and waiting

  @Override
  public Turn lender() {
    Worker lender = slots.get(Math.floorMod(nextForCaller.getAndIncrement(), nominal));
    if (lender == null) {
      throw new AssertionError("worker slots below " + nominal + " are never empty");
    }
    return lender.turn();
  }

  @Override
  public void runRoot(RootTask<?> root) {
    new CallerSite(parts, lender()).run(root);
  }

  @Override
  public boolean await(BooleanSupplier condition, long limitNanos) {
    return quiet.await(condition, parts.clock(), limitNanos);
  }

  @Override
  public void conditionChanged() {
    quiet.signal();
  }

  @Override
  public void stop() {
    stopping = true;
    for (int i = 0; i < highWater.get(); i++) {
      Worker worker = slots.get(i);
      if (worker != null) {
        worker.unpark();
      }
    }
    monitor.stop();
    parts.watch().stop();
    threads.join();
    for (int i = 0; i < nominal; i++) {
      Worker worker = slots.get(i);
      if (worker != null) {
        worker.turn().driver().close();
      }
    }
  }

  @Override
  public Counts counts() {
    synchronized (retired) {
      return countsNow();
    }
  }

  private Counts countsNow() {
    long polls = retired.polls();
    long steals = retired.steals();
    long parks = retired.parks();
    long unparks = retired.unparks();
    long yields = retired.yields();
    for (int i = 0; i < highWater.get(); i++) {
      Worker worker = slots.get(i);
      if (worker != null) {
        WorkerStats stats = worker.stats();
        polls += stats.polls();
        steals += stats.steals();
        parks += stats.parks();
        unparks += stats.unparks();
        yields += stats.yields();
      }
    }
    return new Counts(
        nominal,
        polls,
        steals,
        parks,
        unparks,
        inject.size(),
        rescue.takeOvers(),
        yields,
        watchdog.reported());
  }

  @Override
  public List<Weft.WorkerMetrics> workerMetrics() {
    List<Weft.WorkerMetrics> all = new ArrayList<>();
    for (int i = 0; i < highWater.get(); i++) {
      Worker worker = slots.get(i);
      if (worker != null) {
        Lanes own = worker.own();
        all.add(worker.metrics(worker.depth() + own.depth(), own.inboxDepth()));
      }
    }
    return all;
  }

  // ---- for the workers and the monitor

  void failed(Throwable failure) {
    parts.unobserved().report(failure);
  }

  boolean isStopping() {
    return stopping;
  }

  int highWater() {
    return highWater.get();
  }

  @Nullable Worker worker(int index) {
    return slots.get(index);
  }

  IdleWorkers idle() {
    return idle;
  }

  InjectQueue inject() {
    return inject;
  }

  RuntimeParts parts() {
    return parts;
  }

  /** The lane ahead of the others; null without lanes. */
  @Nullable InjectQueue high() {
    return high;
  }
}
