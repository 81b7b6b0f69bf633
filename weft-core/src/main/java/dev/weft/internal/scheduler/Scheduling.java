package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.TaskOwner;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One way of spreading tasks over threads; its own route is the one of most tasks. */
interface Scheduling extends Route {

  /** Starts its threads, if it has any. */
  void start();

  /** How many workers a task may ask for by number. */
  int workers();

  /** The owner of the next task that asks for nothing. */
  TaskOwner nextOwner();

  /**
   * The way of a task that asks for more.
   *
   * @param worker the only one that may poll it, or -1 for any
   * @param high whether it goes into the lane ahead of the others; only if there are lanes
   */
  Route route(int worker, boolean high);

  /** Whose driver and timers a thread that polls a task from outside may borrow. */
  Turn lender();

  /** Polls a task on the calling thread until it has ended. */
  void runRoot(RootTask<?> root);

  /** Runs a blocking call on the calling poll site. */
  <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception;

  /**
   * Waits until a condition holds, running what it takes.
   *
   * @param condition looked at after each end of a task
   * @param limitNanos how long to wait at most
   * @return whether the condition holds
   */
  boolean await(BooleanSupplier condition, long limitNanos);

  /** Tells {@link #await} to look again. Any thread. */
  void conditionChanged();

  /** Stops its threads and frees its drivers; no task is alive any more, or it can't be stopped. */
  void stop();

  /** Adds up its counters. */
  Counts counts();

  /** The counters of each worker, and what each keeps. */
  List<Weft.WorkerMetrics> workerMetrics();

  /** The sum of the workers' counters. */
  record Counts(
      int workers,
      long polls,
      long steals,
      long parks,
      long unparks,
      int injectDepth,
      long takeOvers,
      long yields,
      long longPolls) {}
}
