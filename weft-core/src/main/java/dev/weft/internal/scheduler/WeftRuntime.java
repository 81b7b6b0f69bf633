package dev.weft.internal.scheduler;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.stackful.StackfulBlock;
import dev.weft.internal.task.Carrier;
import dev.weft.internal.task.LiveTasks;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.spi.Clock;
import dev.weft.spi.RuntimeThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A runtime: its tasks, a scheduler, a pool for blocking calls, and their common end. */
public final class WeftRuntime implements Weft, TaskOwner {

  /*
   * Life of a task here: it is added to `live`, which refuses it once the runtime closes; it is
   * scheduled; at its end it is removed, and a closer that waits is told.
   *
   * Shutdown protocol. close() takes these steps; a second caller waits for the first.
   *   1. Refuse: `live` is closed. A spawn from now on gives the handle of an aborted task, whose future
   *      was released without a poll; a spawn that came before is in `live` and is seen by step 2.
   *   2. Abort: every live task, roots of blockOn and blocking jobs included, is asked to stop. Jobs that
   *      no thread has begun are dropped, the others interrupted.
   *   3. Wait: workers, drivers and timers run on, so clean-up may await anything. Blocks that clean up
   *      for longer than the grace period are cut short by themselves, so the wait ends soon after it;
   *      SETTLE_NANOS is for that end.
   *   4. Name what is left: a task that doesn't stop (an endless loop, a native call).
   *   5. Parts: what other packages have added to the runtime ends.
   *   6. Pool: its idle threads end; one whose call can't be interrupted is named and left.
   *   7. Stop: workers and the monitor leave their loops and are joined, then the drivers are closed,
   *      which wakes whoever waits for a socket from elsewhere.
   *   8. Failures that nobody joined are reported.
   * shutdown() does step 1, waits for `live` to become empty by itself, and closes.
   */

  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Settings settings;
  private final Unobserved unobserved;
  private final @Nullable Carrier carrier;
  private final LiveTasks live = new LiveTasks();
  private final Scheduling scheduling;
  private final Placement placement;
  private final BlockingPool blocking;
  private final RuntimeParts parts;
  private final PartRegistry extras;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Thread closer; // inside close()
  private volatile boolean waitedFor; // somebody wants to know when no task is alive

  WeftRuntime(Settings settings) {
    this.settings = settings;
    this.unobserved = new Unobserved(settings.onUnhandled());
    // No method reference before it is wanted: the first one in a JVM costs milliseconds.
    this.carrier =
        settings.carriers().isEmpty() ? null : new Carrier(settings.carriers(), unobserved::report);
    this.parts = new RuntimeParts(this, settings, unobserved);
    try {
      this.scheduling = scheduling(settings.scheduler(), parts);
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "The runtime '" + settings.name() + "' can't open its driver.", failure);
    }
    this.placement = new Placement(this, scheduling, settings.priorityLanes());
    this.blocking = new BlockingPool(parts);
    this.extras = new PartRegistry(parts, blocking);
    start();
  }

  /** Not a switch: that is one more class to load at each start. */
  private static Scheduling scheduling(Scheduler kind, RuntimeParts parts) throws IOException {
    if (kind == Scheduler.SHARDED) {
      return new Sharded(parts);
    }
    return kind == Scheduler.CURRENT_THREAD ? new CurrentThread(parts) : new WorkerPool(parts);
  }

  /** Starts the threads; of a runtime that can't have them all nothing is left. */
  private void start() {
    try {
      scheduling.start();
    } catch (Throwable lacking) {
      scheduling.stop();
      throw lacking;
    }
  }

  // ---- running

  @Override
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    Objects.requireNonNull(future, "future");
    return start(scheduling.nextOwner(), future);
  }

  @Override
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future, SpawnOptions options) {
    Objects.requireNonNull(future, "future");
    Objects.requireNonNull(options, "options");
    return start(placement.owner(options), future);
  }

  /**
   * Starts a task of this runtime whose polls run on an executor.
   *
   * @param executor runs the polls
   * @param future what the task runs
   * @param onRejected told when the executor refuses a poll, after which the task ends as if it had
   *     been aborted; without one, it fails with what the executor threw
   */
  public <T extends @Nullable Object> JoinHandle<T> spawnOn(
      Executor executor, Future<T> future, @Nullable Consumer<? super Throwable> onRejected) {
    var guest = new GuestFuture<T>(RawFuture.own(future), onRejected);
    var route = new ExecutorRoute(parts, scheduling.lender(), executor, guest);
    return start(new RoutedOwner(this, route, null), guest);
  }

  private <T extends @Nullable Object> JoinHandle<T> start(TaskOwner owner, Future<T> future) {
    var task = new TaskCell<>(owner, live.nextId(), future);
    parts.events().spawned(task.id(), owner.taskName());
    if (live.add(task)) {
      owner.scheduleNew(task);
    } else {
      task.abortUnstarted();
    }
    return task;
  }

  @Override
  public <T extends @Nullable Object> JoinHandle<T> spawnBlocking(Callable<T> call) {
    Objects.requireNonNull(call, "call");
    Callable<T> carried = carrier == null ? call : carrier.around(call);
    var job = new BlockingJob<>(blocking, carried, parts.events());
    try {
      if (!blocking.submit(job)) {
        boolean _ = job.cancel();
      }
    } catch (RuntimeException full) {
      return spawn(new FailedFuture<>(full));
    }
    return spawn(job);
  }

  @Override
  public <T extends @Nullable Object> T blockOn(Future<T> future) throws Exception {
    Objects.requireNonNull(future, "future");
    refuseInsidePoll("blockOn");
    var root = new RootTask<>(this, live.nextId(), future);
    TaskCell<T> cell = root.cell();
    if (!live.add(cell)) {
      cell.abortUnstarted();
      throw new IllegalStateException(
          "blockOn was called on the runtime '" + settings.name() + "', which is closed.");
    }
    scheduling.runRoot(root);
    try {
      return cell.result();
    } catch (CancellationException aborted) {
      if (Thread.interrupted()) {
        var interrupt = new InterruptedException("The thread was interrupted inside blockOn.");
        interrupt.initCause(aborted);
        throw interrupt;
      }
      throw aborted;
    }
  }

  <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    PollSite site = PollSite.current();
    if (site != null) {
      site.actNow(); // what the call waits for may depend on it
    }
    return scheduling.blockInPlace(call);
  }

  private void refuseInsidePoll(String method) {
    // On virtual threads only, so that a program without stackful blocks doesn't load their class.
    boolean mayBeBlock = Thread.currentThread().isVirtual();
    StackfulBlock<?> block = mayBeBlock ? StackfulBlock.currentBlock() : null;
    PollSite site = PollSite.current();
    if (site == null && block != null) { // handed off: its task waits for its turn to end
      throw new IllegalStateException(
          method + " was called inside a " + block + "; await the future there.");
    }
    if (site == null
        || site.task() == null
        || (site instanceof Worker worker && worker.mayBlock())) {
      return;
    }
    throw new IllegalStateException(
        method
            + " was called inside "
            + site.task()
            + ", whose thread it would block; await the future there, or call it inside"
            + " spawnBlocking or blockInPlace.");
  }

  // ---- end

  @Override
  public boolean shutdown(Duration limit) {
    Objects.requireNonNull(limit, "limit");
    if (limit.isNegative()) {
      throw new IllegalArgumentException(
          "shutdown got the limit " + limit + "; it accepts zero or more.");
    }
    refuseOnOwnThread("shutdown");
    live.close();
    boolean finished = awaitNoTask(saturatedNanos(limit));
    close();
    return finished;
  }

  @Override
  public void close() {
    refuseOnOwnThread("close");
    if (!closing.compareAndSet(false, true)) {
      if (closer != Thread.currentThread()) { // else in a handler that this very close has called
        awaitClosed();
      }
      return;
    }
    closer = Thread.currentThread();
    try {
      closeOnce();
    } finally {
      closer = null;
      closed.countDown(); // whatever went wrong, a second closer must not wait for ever
    }
  }

  private void closeOnce() {
    unobserved.close();
    live.close();
    blocking.close();
    live.forEach(TaskCell::abort);
    long patience = settings.graceNanos() + SETTLE_NANOS;
    long start = parts.realNanos();
    if (!awaitNoTask(patience)) {
      live.forEach(task -> parts.logLeftTask(task.info()));
    }
    extras.close();
    long left = Math.max(0, patience - (parts.realNanos() - start));
    for (Thread thread : blocking.awaitEnd(left)) {
      parts.logLeftThread(thread);
    }
    scheduling.stop();
    unobserved.reportAll();
  }

  private boolean awaitNoTask(long limitNanos) {
    waitedFor = true;
    return scheduling.await(live::isEmpty, limitNanos); // a count lags behind a spawn
  }

  private void awaitClosed() {
    boolean interrupted = false;
    while (true) {
      try {
        closed.await();
        break;
      } catch (InterruptedException interrupt) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void refuseOnOwnThread(String method) {
    Thread current = Thread.currentThread();
    if (isOwn(current)) {
      throw new IllegalStateException(
          method
              + " was called on "
              + (current.isVirtual() ? current : current.getName())
              + ", a thread of the runtime that it would wait for; call it from outside.");
    }
  }

  private boolean isOwn(Thread current) {
    PollSite site = PollSite.current();
    if (site != null) {
      return site.runtime() == this;
    }
    if (current instanceof RuntimeThread thread) {
      return thread.site() == this;
    }
    if (!current.isVirtual()) { // as in refuseInsidePoll
      return false;
    }
    PollContext block = StackfulBlock.currentContext(); // handed off: its task would be waited for
    return block != null && block.runtime() == this;
  }

  static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return Long.MAX_VALUE;
    }
  }

  // ---- views

  @Override
  public Metrics metrics() {
    Scheduling.Counts counts = scheduling.counts();
    return new Metrics(
        settings.scheduler(),
        settings.sockets().kind(),
        settings.sockets().reason(),
        counts.workers(),
        live.count(),
        live.addedCount(),
        counts.polls(),
        counts.steals(),
        counts.parks(),
        counts.unparks(),
        counts.injectDepth(),
        blocking.threadCount(),
        blocking.queued(),
        counts.yields(),
        counts.takeOvers(),
        counts.longPolls(),
        scheduling.workerMetrics());
  }

  @Override
  public Dump dump() {
    List<TaskInfo> tasks = new ArrayList<>();
    live.forEach(task -> tasks.add(task.info()));
    return new Dump(tasks);
  }

  @Override
  public String toString() {
    return "Weft[" + settings.name() + "]";
  }

  // ---- owner of tasks

  /** What other packages have added to this runtime. */
  PartRegistry extras() {
    return extras;
  }

  LiveTasks live() {
    return live;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    scheduling.schedule(task);
  }

  @Override
  public void scheduleNew(TaskCell<?> task) {
    scheduling.scheduleNew(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    scheduling.scheduleAgain(task, yielded);
  }

  @Override
  public void ended(TaskCell<?> task) {
    live.remove(task);
  }

  @Override
  public void endSeen() {
    if (waitedFor && live.count() == 0) {
      scheduling.conditionChanged();
    }
  }

  @Override
  public Weft weft() {
    return this;
  }

  @Override
  public long nanoTime() {
    return settings.clock().nanoTime();
  }

  @Override
  public Clock clock() {
    return settings.clock();
  }

  @Override
  public long graceNanos() {
    return settings.graceNanos();
  }

  @Override
  public @Nullable Carrier carrier() {
    return carrier;
  }

  @Override
  public Unobserved unobserved() {
    return unobserved;
  }
}
