package dev.weft.internal.combine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future with a limit to the time that it may take.
 *
 * <p><em>Cancellation:</em> cancels the future and gives the timer up at once.
 *
 * @param <T> type of the result
 */
final class Timeout<T extends @Nullable Object> extends Combinator<T> {

  /*
   * State: `timer` is null once it has fired or was given up; `expired` is the failure that the limit,
   * or the timer itself, has led to. From then on the future cleans up. A value that it still returns
   * counts; another failure is suppressed on `expired`.
   *
   * The future is polled first, so that one which is ready completes however little time it had; then
   * the timer, with a budget of its own, so that a future which uses up every budget can't keep it from
   * being seen. A timeout that elapses costs one operation like any other, and one that is polled without
   * budget yields before it asks anybody: else a loop over timeouts of zero would never end its poll, and
   * never find the future ready, which without budget doesn't even look. Both are polled, too, while the future's code runs on a virtual thread: a cancel then
   * interrupts what it may be stuck in.
   */

  private final @Nullable Duration limit; // null for one that ends at a deadline
  private final RawFuture<T> future;
  private @Nullable RawFuture<?> timer;
  private @Nullable Failures expired;
  private boolean stopping;

  Timeout(Duration limit, Future<T> future) {
    this.limit = limit;
    this.future = RawFuture.own(future);
    timer = Sleep.after(limit);
  }

  Timeout(long deadlineNanos, Future<T> future) {
    this.limit = null;
    this.future = RawFuture.own(future);
    timer = Sleep.until(deadlineNanos);
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (timer != null && task != null && !task.hasBudget()) {
      task.yield(cx.waker());
      return PENDING;
    }
    while (true) {
      Object result = pollFuture(cx);
      if (result != PENDING) {
        giveUpTimer();
        return result;
      }
      pollTimer(cx, task);
      Failures limitFailure = expired;
      if (limitFailure == null || stopping) {
        return PENDING;
      }
      stopping = true;
      if (cancelFuture()) {
        throw Codegen.<RuntimeException>sneak(limitFailure.first());
      }
    }
  }

  private boolean cancelFuture() {
    try {
      return future.cancel();
    } catch (Throwable failure) {
      throw ended(failure);
    }
  }

  private @Nullable Object pollFuture(Context cx) {
    try {
      return future.pollRaw(cx);
    } catch (Throwable failure) {
      giveUpTimer();
      throw ended(failure);
    }
  }

  /** The failure of this timeout when the future ended with the given one. */
  private RuntimeException ended(Throwable failure) {
    if (expired == null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
    if (!(failure instanceof Cancellation)) {
      suppress(failure);
    } else {
      for (Throwable inCleanUp : failure.getSuppressed()) {
        suppress(inCleanUp);
      }
    }
    throw Codegen.<RuntimeException>sneak(expired.first());
  }

  private void suppress(Throwable failure) {
    if (expired == null || !expired.add(failure)) {
      report(failure);
    }
  }

  private void pollTimer(Context cx, @Nullable PollContext task) {
    RawFuture<?> running = timer;
    if (running == null) {
      return;
    }
    int budget = 0;
    if (task != null) {
      budget = task.budget();
      task.setBudget(1);
    }
    Throwable failure = null;
    try {
      if (running.pollRaw(cx) == PENDING) {
        return;
      }
      failure =
          new TimeoutException(
              future
                  + " did not complete "
                  + (limit == null ? "before its deadline." : "within " + limit + "."));
    } catch (Throwable noTimer) {
      failure = noTimer; // For want of a runtime; the future is cancelled all the same.
    } finally {
      if (task != null) {
        task.setBudget(budget);
      }
    }
    if (task != null) {
      task.spend();
    }
    timer = null;
    expired = new Failures(failure);
  }

  private void giveUpTimer() {
    RawFuture<?> running = timer;
    if (running != null) {
      timer = null;
      running.cancel();
    }
  }

  @Override
  boolean stop() {
    giveUpTimer();
    stopping = true;
    return future.cancel();
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object value) {
    return Disposal.of(future, value);
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return (limit == null ? "deadline" : "timeout of " + limit) + " for " + future;
  }
}
