package dev.weft.kv.internal;

import dev.weft.Context;
import dev.weft.codegen.Phase;
import dev.weft.codegen.RawFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Base of hand-written futures that poll other futures: a state machine in place of an async block.
 * It checks the single-owner rule; the leaves below it take part in the budget.
 *
 * @param <T> type of the result
 */
public abstract class Composite<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * State: one int, see Phase; the owner alone writes it, except the CLAIMED bit, which spawn sets with
   * an atomic OR before the first poll.
   *
   * cancel() may come in on the owner's own thread in the middle of a poll, when an abort reaches a block
   * that runs below. stop() must bear that: it passes the request on, also to the future that is being
   * polled, and the poll, once it is back, acts on it. The answer is then always "poll on".
   */

  private int phase;

  /** Creates a future that hasn't been polled. */
  protected Composite() {}

  /**
   * Makes progress.
   *
   * @param cx the context of this poll
   * @return the result or {@link RawFuture#PENDING}
   * @throws Exception the failure, which completes this future
   */
  protected abstract @Nullable Object advance(Context cx) throws Exception;

  /**
   * Asks everything below to stop; may be repeated, and may come in the middle of {@link #advance}.
   *
   * @return whether nothing is left to be polled
   */
  protected abstract boolean stop();

  @Override
  public final @Nullable Object pollRaw(Context cx) throws Exception {
    phase = Phase.enter(phase, this);
    Object result;
    try {
      result = advance(cx);
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

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(Composite.class, "phase", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
