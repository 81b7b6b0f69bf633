package dev.weft.sync;

import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.PollContext;
import java.util.ArrayDeque;
import java.util.Deque;

/** The context of a task in a model, whose polls end when somebody says so. */
final class PollingTask extends PollContext {

  private final Deque<Runnable> ends = new ArrayDeque<>();
  private volatile boolean woken;

  /** What is to be done at the end of the poll, or null. */
  synchronized Runnable takeEnd() {
    return ends.poll();
  }

  @Override
  public synchronized boolean atEndOfPoll(Runnable action) {
    ends.add(action);
    return true;
  }

  void begin() {
    woken = false;
  }

  boolean isWoken() {
    return woken;
  }

  @Override
  public void wake() {
    woken = true;
  }

  @Override
  public Weft runtime() {
    throw new UnsupportedOperationException("a model has no runtime");
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
