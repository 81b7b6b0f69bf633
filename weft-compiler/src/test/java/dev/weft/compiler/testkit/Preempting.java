package dev.weft.compiler.testkit;

import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.PollContext;

/** The context of a task that has to yield at each pre-emption point. */
public final class Preempting extends PollContext {

  private int yields;

  /** Makes a context for one task. */
  public Preempting() {
    preempt();
  }

  /** How often the task has yielded since the last time. */
  public int takeYields() {
    int now = yields;
    yields = 0;
    return now;
  }

  @Override
  public void wake() {
    setBudget(BUDGET); // the next poll begins
    if (takeYielding()) {
      yields++;
    }
  }

  @Override
  public Weft runtime() {
    throw new IllegalStateException("no runtime in this test");
  }

  @Override
  public boolean abortPending() {
    return false;
  }

  @Override
  public void deliverAbort() {}

  @Override
  public void requestAbort() {}

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public long graceNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public void wakeAt(long deadlineNanos, Waker waker) {}

  @Override
  public void reportUnhandled(Throwable failure) {
    throw new AssertionError(failure);
  }
}
