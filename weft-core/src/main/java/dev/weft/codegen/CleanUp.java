package dev.weft.codegen;

import dev.weft.Cancellation;
import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/**
 * What a cancelled block awaits while it cleans up: the real future for as long as the grace period
 * lasts, then nothing but another cancellation.
 */
final class CleanUp extends RawFuture<@Nullable Object> {

  /*
   * State: `inner` is the future that the clean-up awaits. Once the deadline has passed, an await that
   * begins, and the one that is pending, end in a Cancellation; one that begins yields first, so that a
   * clean-up which catches and awaits again in a loop can't starve its worker. After THROWS such
   * awaits the block is given up. Owned by the block that it sits in.
   */

  /** Awaits past the deadline until the block is given up. */
  static final int THROWS = 100;

  private static final long NO_DEADLINE = Long.MAX_VALUE;

  private final long deadlineNanos;
  private final boolean limited;
  private @Nullable RawFuture<?> inner;
  private boolean timerSet;
  private boolean overdue;
  private boolean yielded;
  private int thrown;

  /** Starts the grace period; outside any task nobody measures it. */
  CleanUp(@Nullable PollContext task) {
    limited = task != null;
    deadlineNanos = task == null ? NO_DEADLINE : task.nanoTime() + task.graceNanos();
  }

  /** Starts an await of the clean-up; returns whether the block is to be given up instead. */
  boolean begin(RawFuture<?> awaited, @Nullable PollContext task) {
    inner = awaited;
    overdue = task != null && isOver(task);
    yielded = false;
    if (overdue && awaited.cancel()) {
      inner = null;
    }
    return overdue && thrown >= THROWS;
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    PollContext task = PollContext.of(cx);
    if (overdue && !yielded && task != null) {
      yielded = true;
      task.yield(cx.waker());
      return PENDING;
    }
    RawFuture<?> awaited = inner;
    if (awaited == null) {
      throw again();
    }
    Object result;
    try {
      result = awaited.pollRaw(cx);
    } catch (Throwable failure) {
      inner = null;
      throw failure;
    }
    if (result != PENDING) {
      inner = null;
    } else if (task != null && limited && !overdue) {
      return pending(awaited, task, cx);
    }
    return result;
  }

  /** A pending await of the clean-up is cut short when the grace period ends. */
  private Object pending(RawFuture<?> awaited, PollContext task, Context cx) {
    if (isOver(task)) {
      overdue = true;
      yielded = true;
      if (awaited.cancel()) {
        inner = null;
        throw again();
      }
    } else if (!timerSet) {
      timerSet = true;
      task.wakeAt(deadlineNanos, cx.waker());
    }
    return PENDING;
  }

  private boolean isOver(PollContext task) {
    return limited && task.nanoTime() - deadlineNanos >= 0;
  }

  private Cancellation again() {
    thrown++;
    return new Cancellation("The grace period for cleaning up after a cancellation is over.");
  }

  @Override
  public boolean cancel() {
    return false; // The block is being cancelled already.
  }

  @Override
  public boolean claim() {
    return true;
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> awaited = inner;
    return awaited == null ? null : awaited.location();
  }
}
