package dev.weft.everypoll;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** A runtime of real tasks that are polled one by one, on the test's thread, in a random order. */
final class HandRuntime extends PollSite implements TaskOwner, Weft {

  private static final long GRACE_NANOS = Duration.ofDays(10_000).toNanos();

  private final SplittableRandom random;
  private final ManualClock clock = new ManualClock();
  private final TimerQueue timers = new WheelTimerQueue(0);
  private final RandomSource choices;
  private final List<TaskCell<?>> ready = new ArrayList<>();
  final List<Throwable> unhandled = new ArrayList<>();
  private final Unobserved unobserved = new Unobserved(unhandled::add);
  private long ids;
  int live;

  HandRuntime(long seed) {
    random = new SplittableRandom(seed);
    choices = new SeededRandom(seed);
  }

  /** Polls one of the tasks that were woken; false if there is none. */
  boolean pollOne() {
    if (ready.isEmpty()) {
      return false;
    }
    ready.remove(random.nextInt(ready.size())).run(this);
    return true;
  }

  /** Moves the clock to the next timer and fires it; false if there is none. */
  boolean fireTimer() {
    if (!hasTimer()) {
      return false;
    }
    timers.fire(clock.advanceNanos(Math.max(0, timers.nanosUntilNext(clock.nanoTime()))));
    return true;
  }

  /** Whether there is a timer, but for those that watch over the clean-up of blocks. */
  boolean hasTimer() {
    long wait = timers.nanosUntilNext(clock.nanoTime());
    return wait != TimerQueue.NONE && wait < GRACE_NANOS / 2;
  }

  void reportAll() {
    unobserved.reportAll();
  }

  @Override
  public <T> JoinHandle<T> spawn(Future<T> future) {
    var cell = new TaskCell<>(this, ++ids, future);
    live++;
    ready.add(cell);
    return cell;
  }

  @Override
  public <T> JoinHandle<T> spawn(Future<T> future, SpawnOptions options) {
    return spawn(future);
  }

  @Override
  public <T> JoinHandle<T> spawnBlocking(Callable<T> call) {
    return spawn(cx -> Poll.ready(call.call()));
  }

  @Override
  public void schedule(TaskCell<?> task) {
    ready.add(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    ready.add(task);
  }

  @Override
  public void ended(TaskCell<?> task) {
    live--;
  }

  @Override
  public Weft weft() {
    return this;
  }

  @Override
  public Weft runtime() {
    return this;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public long graceNanos() {
    return GRACE_NANOS;
  }

  @Override
  public Unobserved unobserved() {
    return unobserved;
  }

  @Override
  public TimerQueue timers() {
    return timers;
  }

  @Override
  public RandomSource random() {
    return choices;
  }

  @Override
  public dev.weft.spi.Driver driver() {
    throw none("driver");
  }

  @Override
  public DriverProvider sockets() {
    throw none("sockets");
  }

  @Override
  public <T extends RuntimePart> T part(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    throw none(type.getSimpleName());
  }

  @Override
  public <T> T blockOn(Future<T> future) {
    throw none("blockOn");
  }

  @Override
  public Metrics metrics() {
    throw none("metrics");
  }

  @Override
  public Dump dump() {
    throw none("dump");
  }

  @Override
  public boolean shutdown(Duration limit) {
    throw none("shutdown");
  }

  @Override
  public void close() {
    throw none("close");
  }

  private static AssertionError none(String what) {
    return new AssertionError("A runtime that is polled by hand has no " + what + ".");
  }
}
