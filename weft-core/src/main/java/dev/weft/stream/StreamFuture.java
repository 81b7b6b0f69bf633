package dev.weft.stream;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.Phase;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Base of futures that poll streams; each costs one operation of the budget. */
abstract class StreamFuture<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * It differs from a leaf in that user code may run inside its poll, so that a cancel may come in there.
   * It is noted then. As long as it is, each poll that is pending asks again whether the stream may be
   * left; once it may, this future ends as cancelled.
   *
   * State: one int, see Phase; the owner alone writes it, except the CLAIMED bit, which spawn sets with
   * an atomic OR before the first poll.
   */

  private int phase;
  private boolean cancelled;
  private boolean inPoll; // the request came in during a poll, which hasn't acted on it yet

  /** Makes progress: the result or PENDING. */
  abstract @Nullable Object advance(Context cx) throws Exception;

  /**
   * Asks what is below to give up a pending poll; true if it may be left alone. May be repeated.
   */
  abstract boolean leave();

  final boolean isCancelled() {
    return cancelled;
  }

  final Cancellation cancellation() {
    return new Cancellation(this + " was cancelled.");
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
      result = advance(cx);
      if (result == PENDING && cancelled) {
        result = goOnLeaving(cx);
      }
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
   * Nobody wakes what was only just asked to give up, so it is polled once more: what the request
   * was passed to, or what the poll has begun since, such as the read behind an item that wasn't
   * for this consumer. In the turn of user code that is left to the poll at its end.
   */
  private @Nullable Object goOnLeaving(Context cx) throws Exception {
    boolean left = leave();
    if (!left && (inPoll || !Operator.turnHeld(cx))) {
      inPoll = false;
      Object result = advance(cx);
      if (result != PENDING) {
        return result;
      }
      left = leave();
    }
    if (left) {
      throw cancellation();
    }
    return PENDING;
  }

  @Override
  public final boolean cancel() {
    if (Phase.isDone(phase)) {
      return true;
    }
    boolean first = !cancelled;
    cancelled = true;
    if (Phase.isPolling(phase)) {
      inPoll |= first;
      return false;
    }
    if (!leave()) {
      return false;
    }
    phase = Phase.done(phase);
    return true;
  }

  @Override
  public final boolean claim() {
    return ((int) PHASE.getAndBitwiseOr(this, Phase.CLAIMED) & Phase.CLAIMED) == 0;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(StreamFuture.class, "phase", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
