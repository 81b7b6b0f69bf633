package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.codegen.Phase;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Base of futures that poll other futures: it checks the single-owner rule. It takes no part in the
 * budget; the leaves below it do.
 *
 * @param <T> type of the result
 */
abstract class Combinator<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * State: one int, see Phase; the owner alone writes it, except the CLAIMED bit, which spawn sets with
   * an atomic OR before the first poll. `task` is that of the latest poll, for what cancel() has to do
   * in the task's name, as it is given no context.
   *
   * cancel() may come in on the owner's own thread in the middle of a poll, when an abort reaches code
   * that runs below. stop() must bear that: it passes the request on at once, also to the future that is
   * being polled, and the poll, once it is back, acts on it. The answer is then always "poll on".
   */

  private int phase;
  private @Nullable PollContext task;

  /**
   * Makes progress.
   *
   * @return the result or {@link RawFuture#PENDING}
   */
  abstract @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception;

  /**
   * Asks everything below to stop; returns whether nothing is left to be polled. May be repeated.
   */
  abstract boolean stop();

  /** What has to be done with a value of this future that nobody can receive; null for nothing. */
  @Nullable Disposal disposal(@Nullable Object value) {
    return Disposal.ofValue(value);
  }

  /**
   * Called in place of a cancel when this future loses a race.
   *
   * @return true if it is to be left alone
   */
  boolean sparedByRace() {
    return false;
  }

  @Override
  public final @Nullable Object pollRaw(Context cx) throws Exception {
    PollContext now = PollContext.of(cx);
    phase = Phase.enter(phase, this);
    task = now;
    Object result;
    try {
      result = advance(cx, now);
    } catch (Throwable failure) {
      phase = Phase.done(phase);
      throw failure;
    }
    phase = result == PENDING ? Phase.idle(phase) : Phase.done(phase);
    return result;
  }

  @Override
  public final boolean cancel() {
    if (Phase.isDone(phase)) {
      return true;
    }
    boolean polling = Phase.isPolling(phase);
    if (!stop() || polling) {
      return false;
    }
    phase = Phase.done(phase);
    return true;
  }

  @Override
  public final boolean claim() {
    return ((int) PHASE.getAndBitwiseOr(this, Phase.CLAIMED) & Phase.CLAIMED) == 0;
  }

  /** The task of the latest poll. */
  final @Nullable PollContext task() {
    return task;
  }

  /** Hands over a failure that nobody can receive. */
  final void report(Throwable failure) {
    PollContext current = task;
    if (current != null) {
      current.reportUnhandled(failure);
    } else {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
  }

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(Combinator.class, "phase", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
