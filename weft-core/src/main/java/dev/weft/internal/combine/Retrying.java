package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Retry;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.spi.TaskContext;
import dev.weft.time.Deadlines;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts work again until it succeeds or a {@link Retry} gives up.
 *
 * <p><em>Cancellation:</em> cancels the attempt or gives the pause up; no further attempt begins.
 *
 * @param <T> type of the result
 */
final class Retrying<T extends @Nullable Object> extends Combinator<T> {

  /*
   * State: `current` is the attempt under way, or the pause before the next one if `pausing`; null
   * before the first poll. `last` is the attempt that has completed, for a rule of its own for its
   * value.
   *
   * Budget: between two attempts there is always a sleep, of zero if need be, which costs an operation
   * and isn't begun without budget. So work that fails at once yields like any other loop.
   *
   * Earlier failures are kept for the last one; no more than so many, since a retry may be endless.
   */

  /** Earlier failures that are kept. */
  static final int KEPT = 16;

  private static final int RANDOM_STEPS = 1 << 24;

  private final Retry policy;
  private final Supplier<? extends Future<T>> start;
  private final ArrayDeque<Throwable> earlier = new ArrayDeque<>(0);
  private @Nullable RawFuture<?> current;
  private @Nullable RawFuture<?> last;
  private boolean pausing;
  private boolean stopping;
  private int attempt;
  private long beganNanos;

  Retrying(Retry policy, Supplier<? extends Future<T>> start) {
    this.policy = policy;
    this.start = start;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    while (true) {
      RawFuture<?> running = current;
      if (running == null) {
        running = begin(cx);
        current = running;
      }
      Object result;
      try {
        result = running.pollRaw(cx);
      } catch (Exception failure) {
        if (pausing || stopping) {
          throw failure;
        }
        pause(failure, cx, task);
        continue;
      }
      if (result == PENDING) {
        return PENDING;
      }
      current = null;
      if (!pausing) {
        last = running;
        return result;
      }
      pausing = false;
    }
  }

  private RawFuture<T> begin(Context cx) {
    if (attempt++ == 0 && policy.within() != null) {
      beganNanos = TaskContext.services(cx).clock().nanoTime();
    }
    Duration limit = policy.attemptTimeout();
    Future<T> work = start.get();
    return limit == null ? RawFuture.own(work) : new Timeout<>(limit, work);
  }

  /** Begins the pause before the next attempt, unless there is to be none. */
  private void pause(Exception failure, Context cx, @Nullable PollContext task) {
    current = null;
    long delayNanos = 0;
    boolean again;
    try {
      again = attempt < policy.attempts() && policy.when().test(failure);
      if (again) {
        delayNanos = delayNanos(task);
        again = isInTime(delayNanos, cx);
      }
      if (again) {
        policy.onRetry().retrying(attempt, failure, Duration.ofNanos(delayNanos));
      }
    } catch (Throwable inPolicy) {
      remember(failure);
      throw withEarlier(inPolicy);
    }
    if (!again || stopping) { // the policy's own code may have cancelled this retry
      throw withEarlier(failure);
    }
    remember(failure);
    pausing = true;
    current = Sleep.after(Duration.ofNanos(delayNanos));
  }

  private long delayNanos(@Nullable PollContext task) {
    double longest = Deadlines.nanos(policy.maxDelay());
    double first = Deadlines.nanos(policy.firstDelay());
    double whole = Math.min(longest, first * Math.pow(policy.factor(), attempt - 1.0));
    if (policy.jitter() > 0 && task instanceof TaskContext place) {
      double random = place.services().random().nextInt(RANDOM_STEPS) / (double) RANDOM_STEPS;
      whole -= whole * policy.jitter() * random;
    }
    return Math.round(whole);
  }

  private boolean isInTime(long delayNanos, Context cx) {
    Duration limit = policy.within();
    if (limit == null) {
      return true;
    }
    long elapsed = TaskContext.services(cx).clock().nanoTime() - beganNanos;
    return elapsed + delayNanos <= Deadlines.nanos(limit);
  }

  private void remember(Throwable failure) {
    if (earlier.size() == KEPT) {
      earlier.removeFirst();
    }
    earlier.addLast(failure);
  }

  private RuntimeException withEarlier(Throwable failure) {
    var all = new Failures(failure);
    for (Throwable one : earlier) {
      boolean _ = all.add(one); // told to onRetry already
    }
    throw Codegen.<RuntimeException>sneak(failure);
  }

  @Override
  boolean stop() {
    stopping = true;
    RawFuture<?> running = current;
    return running == null || running.cancel();
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object value) {
    RawFuture<?> source = last;
    return source == null ? null : Disposal.of(source, value);
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> running = current;
    return running == null ? null : running.location();
  }

  @Override
  public String toString() {
    return "retry, attempt " + Math.max(1, attempt) + ": " + (pausing ? "pause" : current);
  }
}
