package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.Phase;
import dev.weft.codegen.RawFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A future that polls another one and does something before or after it. */
abstract class Around<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * State: one int, see Phase; the owner alone writes it, except the CLAIMED bit, which spawn sets with an
   * atomic OR. Like the leaves, it checks the single-owner rule; the budget is for the leaves below.
   *
   * A cancel may come in the middle of a poll, from code that runs below. It is passed on at once, and the
   * poll, once it is back, ends in the way that the inner future takes; the answer is then "poll on".
   */

  private int phase;

  /** Makes progress: the result or PENDING. After a result or a failure it isn't called again. */
  abstract @Nullable Object advance(Context cx) throws Exception;

  /** Asks what is below to stop; whether nothing is left to be polled. May be repeated. */
  abstract boolean stop();

  /** Called once when all is over: a result, a failure, or a cancel that has released all. */
  void ended() {}

  @Override
  public final @Nullable Object pollRaw(Context cx) throws Exception {
    phase = Phase.enter(phase, this);
    Object result;
    try {
      result = advance(cx);
    } catch (Throwable failure) {
      phase = Phase.done(phase);
      ended();
      throw failure;
    }
    if (result == PENDING) {
      phase = Phase.idle(phase);
    } else {
      phase = Phase.done(phase);
      ended();
    }
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
    ended();
    return true;
  }

  @Override
  public final boolean claim() {
    return ((int) PHASE.getAndBitwiseOr(this, Phase.CLAIMED) & Phase.CLAIMED) == 0;
  }

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(Around.class, "phase", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
