package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.RandomSource;
import dev.weft.spi.TimerQueue;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The scheduler without threads: all tasks run on the thread that is inside {@code blockOn}. */
final class CurrentThread implements Scheduling {

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
   * `queue` belongs to the seat's holder; all others use `inject` and wake the seat's sleep.
   */

  private static final int ROUND = 61;
  private static final int INJECT_INTERVAL = 31;

  private final RuntimeParts parts;
  private final Turn turn;
  private final Parker parker = new Parker();
  private final WorkerStats stats = new WorkerStats();
  private final InjectQueue inject = new InjectQueue();
  private final Deque<TaskCell<?>> queue = new ArrayDeque<>(64);
  private final AtomicReference<@Nullable Thread> seat = new AtomicReference<>();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private final Site site = new Site();
  private final RandomSource random;
  private int polledSinceInject;

  CurrentThread(RuntimeParts parts) throws IOException {
    this.parts = parts;
    this.turn = parts.openTurn();
    this.random = parts.random().split();
  }

  @Override
  public void start() {
    // It has no threads: the callers of blockOn do the work.
  }

  @Override
  public void schedule(TaskCell<?> task) {
    if (PollSite.current() == site) {
      queue.addLast(task);
    } else {
      inject.push(task);
      parker.unpark(turn.driver());
    }
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    if (yielded) {
      stats.yielded();
    }
    schedule(task);
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
  public void runRoot(RootTask<?> root) {
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
            interrupted |= sit(done, root, start, limitNanos);
          } finally {
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
    while (!done.getAsBoolean()) {
      long left = left(start, limitNanos);
      if (left <= 0) {
        break;
      }
      boolean busy = false;
      if (root != null && root.isNotified()) {
        poll(root);
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
    return !queue.isEmpty() || inject.size() > 0 || (root != null && root.isNotified());
  }

  private boolean runRound() {
    int polled = 0;
    while (polled < ROUND) {
      TaskCell<?> task = next();
      if (task == null) {
        break;
      }
      poll(task);
      polled++;
    }
    return polled > 0;
  }

  private @Nullable TaskCell<?> next() {
    if (++polledSinceInject >= INJECT_INTERVAL) {
      polledSinceInject = 0;
      TaskCell<?> injected = inject.pop();
      if (injected != null) {
        return injected;
      }
    }
    TaskCell<?> task = queue.pollFirst();
    return task == null ? inject.pop() : task;
  }

  private void poll(TaskCell<?> task) {
    try {
      task.run(site);
    } catch (Throwable broken) { // a waker of the user's own threw; the root isn't to blame
      parts.unobserved().report(broken);
    }
    stats.polled();
  }

  private void turn(long waitNanos) {
    try {
      if (waitNanos <= 0) {
        turn.tryTurn();
      } else {
        stats.parked();
        turn.park(parker, waitNanos);
        stats.unparked();
      }
    } catch (Throwable failure) { // of the driver, or of a waker that a timer called
      parts.unobserved().report(failure);
    }
  }

  @Override
  public void stop() {
    parts.watch().stop();
    turn.driver().close();
  }

  @Override
  public Counts counts() {
    return new Counts(
        1,
        stats.polls(),
        stats.steals(),
        stats.parks(),
        stats.unparks(),
        inject.size(),
        0,
        stats.yields());
  }

  private Clock clock() {
    return parts.clock();
  }

  /** The seat, seen by the tasks that are polled on it. */
  private final class Site extends PollSite {

    @Override
    protected void watch(TaskCell<?> task) {
      parts.watch().watch(this, task);
    }

    @Override
    public Weft runtime() {
      return parts.weft();
    }

    @Override
    public Clock clock() {
      return parts.clock();
    }

    @Override
    public TimerQueue timers() {
      return turn.timers();
    }

    @Override
    public Driver driver() {
      return turn.driver();
    }

    @Override
    public DriverProvider sockets() {
      return parts.sockets();
    }

    @Override
    public RandomSource random() {
      return random;
    }
  }
}
