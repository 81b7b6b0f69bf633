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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The scheduler of workers that share nothing: a task stays where it was put. */
final class Sharded implements Scheduling, Patrol {

  /*
   * Each shard has a thread, queues, a driver and timers of its own. Which one a task belongs to is known
   * by the task's owner: one owner a shard for those that are dealt out in turn, and one a task for those
   * that asked for a worker, a key or a lane. So a wake from anywhere goes straight to the right mailbox,
   * and nothing is shared but the counter by which tasks are dealt out.
   *
   * Nobody stands in for a shard that is stuck: what it has waits. The monitor therefore only reports.
   */

  private final RuntimeParts parts;
  private final List<Shard> shards = new ArrayList<>();
  private final List<TaskOwner> owners = new ArrayList<>();
  private final List<PollWatch> watches = new ArrayList<>(); // the monitor's own
  private final AtomicInteger nextOwner = new AtomicInteger();
  private final AtomicInteger nextForCaller = new AtomicInteger();
  private final Watchdog watchdog;
  private final Monitor monitor;
  private final Threads threads;
  private final Quiet quiet = new Quiet();
  private volatile boolean stopping;

  Sharded(RuntimeParts parts) throws IOException {
    this.parts = parts;
    this.threads = new Threads(parts);
    this.watchdog = new Watchdog(parts);
    this.monitor = new Monitor(parts, this);
    for (Turn turn : parts.openTurns(parts.settings().workers())) {
      var shard = new Shard(this, parts, shards.size(), turn);
      shards.add(shard);
      owners.add(new RoutedOwner(parts.owner(), shard.route(false), null));
      watches.add(new PollWatch());
    }
  }

  @Override
  public void start() {
    for (Shard shard : shards) {
      threads.start("worker-" + shard.index(), shard);
    }
    threads.start("monitor", monitor);
  }

  // ---- scheduling

  @Override
  public int workers() {
    return shards.size();
  }

  @Override
  public TaskOwner nextOwner() {
    return owners.get(Math.floorMod(nextOwner.getAndIncrement(), owners.size()));
  }

  @Override
  public Route route(int worker, boolean high) {
    int chosen = worker < 0 ? Math.floorMod(nextOwner.getAndIncrement(), shards.size()) : worker;
    return shards.get(chosen).route(high);
  }

  @Override
  public void schedule(TaskCell<?> task) {
    throw new AssertionError(task + " belongs to no shard");
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    schedule(task);
  }

  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    if (PollSite.current() instanceof Shard shard && shard.isOf(this)) {
      throw new IllegalStateException(
          "blockInPlace was called on a runtime whose scheduler is SHARDED, where no other thread"
              + " could run its worker's tasks meanwhile; use spawnBlocking.");
    }
    return call.call();
  }

  // ---- roots and waiting

  @Override
  public Turn lender() {
    return shards.get(Math.floorMod(nextForCaller.getAndIncrement(), shards.size())).turn();
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
    shards.forEach(Shard::unpark);
    monitor.stop();
    parts.watch().stop();
    threads.join();
    shards.forEach(shard -> shard.turn().driver().close());
  }

  // ---- the monitor's looks

  @Override
  public boolean look(long nowNanos) {
    for (int i = 0; i < shards.size(); i++) {
      Shard shard = shards.get(i);
      PollWatch watch = watches.get(i);
      watch.look(shard.ticks(), nowNanos);
      watch.preemptIfLong(shard, nowNanos);
      watchdog.look(shard, watch, nowNanos);
    }
    return false;
  }

  @Override
  public boolean allAsleep() {
    return shards.stream().allMatch(Shard::isAsleep);
  }

  // ---- metrics

  @Override
  public Counts counts() {
    long polls = 0;
    long parks = 0;
    long unparks = 0;
    long yields = 0;
    int inboxes = 0;
    for (Shard shard : shards) {
      polls += shard.stats().polls();
      parks += shard.stats().parks();
      unparks += shard.stats().unparks();
      yields += shard.stats().yields();
      inboxes += shard.lanes().inboxDepth();
    }
    return new Counts(
        shards.size(), polls, 0, parks, unparks, inboxes, 0, yields, watchdog.reported());
  }

  @Override
  public List<Weft.WorkerMetrics> workerMetrics() {
    return shards.stream()
        .map(shard -> shard.metrics(shard.lanes().depth(), shard.lanes().inboxDepth()))
        .toList();
  }

  // ---- for the shards

  boolean isStopping() {
    return stopping;
  }

  /** A shard woke up: the monitor has something to look after again. */
  void awake() {
    monitor.wakeUp();
  }
}
