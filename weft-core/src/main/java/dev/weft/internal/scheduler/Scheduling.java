package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One way of spreading tasks over threads. */
interface Scheduling {

  /** Starts its threads, if it has any. */
  void start();

  /** Makes a task runnable. Any thread; never blocks. */
  void schedule(TaskCell<?> task);

  /** Puts back a task that was woken in its own poll, behind those that wait. On its poll site. */
  void scheduleAgain(TaskCell<?> task, boolean yielded);

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

  /** The sum of the workers' counters. */
  record Counts(
      int workers,
      long polls,
      long steals,
      long parks,
      long unparks,
      int injectDepth,
      long takeOvers,
      long yields) {}
}
