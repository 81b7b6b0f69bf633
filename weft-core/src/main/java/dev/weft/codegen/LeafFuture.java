package dev.weft.codegen;

import dev.weft.Context;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Base of futures that wait for one event: it checks the single-owner rule and takes part in the
 * budget, so that a task in which everything is always ready still yields.
 *
 * @param <T> type of the result
 */
public abstract class LeafFuture<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * State: one int, see Phase. Only the owner writes it, except the CLAIMED bit, which spawn sets with
   * an atomic OR before the future has a polling owner. Plain access elsewhere is enough: the task
   * orders the polls of one owner, and two owners are a bug that is reported as far as it is seen.
   *
   * Budget: an operation that completes costs one unit; a pending one costs nothing. Without budget the
   * leaf isn't even asked, and the task is woken behind those that wait.
   *
   * Trying: a race in which one branch is ready needs no waiter in the others, and to set one up and take
   * it away again costs more than all the rest. So it tries those that can be tried first.
   */

  /** The answer "only a poll can tell" of {@link #tryRaw}; never a result. */
  public static final Object UNTRIED = new UntriedMark();

  private int phase;

  /** Creates a leaf that hasn't been polled. */
  protected LeafFuture() {}

  /**
   * Looks for the event and, if it isn't there, registers {@code cx.waker()} for it, replacing the
   * waker of an earlier poll.
   *
   * @param cx the context of this poll
   * @return the result or {@link RawFuture#PENDING}
   * @throws Exception the failure, which completes this future
   */
  protected abstract @Nullable Object pollLeaf(Context cx) throws Exception;

  /**
   * Looks for the event without waiting for it: nothing is registered, an earlier registration
   * stays, and no code of the user runs. By default only {@link #pollLeaf} can tell.
   *
   * @param cx the context of this poll
   * @return the result, or {@link RawFuture#PENDING} if a poll would register now, or {@link
   *     #UNTRIED}
   */
  protected @Nullable Object tryLeaf(Context cx) {
    return UNTRIED;
  }

  /**
   * Undoes the registration of a leaf that is pending or was never polled: after it, nothing of
   * this future is left anywhere. A value that was set aside for it goes back.
   *
   * @return true if released; false if the leaf has to be polled until it completes
   */
  protected boolean cancelLeaf() {
    return true;
  }

  @Override
  public final @Nullable Object pollRaw(Context cx) throws Exception {
    phase = Phase.enter(phase, this);
    PollContext task = PollContext.of(cx);
    if (task != null && !task.hasBudget()) {
      phase = Phase.idle(phase);
      task.yield(cx.waker());
      return PENDING;
    }
    Object result;
    try {
      result = pollLeaf(cx);
    } catch (Throwable failure) {
      phase = Phase.done(phase);
      throw failure;
    }
    if (result == PENDING) {
      phase = Phase.idle(phase);
    } else {
      phase = Phase.done(phase);
      if (task != null) {
        task.spend();
      }
    }
    return result;
  }

  /**
   * Completes if it can without waiting, for a race that asks several and may have a winner
   * already. Who asks has budget left.
   *
   * @param cx as for {@link #poll}
   * @return the result, or {@link RawFuture#PENDING} if it isn't there, or {@link #UNTRIED} if only
   *     a poll can tell
   */
  public final @Nullable Object tryRaw(Context cx) {
    int before = Phase.enter(phase, this);
    Object result = tryLeaf(cx);
    if (result != PENDING && result != UNTRIED) {
      phase = Phase.done(before);
      PollContext task = PollContext.of(cx);
      if (task != null) {
        task.spend();
      }
    }
    return result;
  }

  @Override
  public final boolean cancel() {
    int now = phase;
    if (Phase.isDone(now)) {
      return true;
    }
    if (Phase.isPolling(now)) {
      return false;
    }
    boolean released = cancelLeaf();
    if (released) {
      phase = Phase.done(phase);
    }
    return released;
  }

  @Override
  public final boolean claim() {
    return ((int) PHASE.getAndBitwiseOr(this, Phase.CLAIMED) & Phase.CLAIMED) == 0;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }

  private static final class UntriedMark {
    @Override
    public String toString() {
      return "UNTRIED";
    }
  }

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(LeafFuture.class, "phase", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
