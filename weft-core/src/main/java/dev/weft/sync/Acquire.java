package dev.weft.sync;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/** One wait for permits. What the permits mean is the subclass's: a permit, a lock, a slot. */
abstract class Acquire<T extends @Nullable Object> extends WaitNode<T> {

  /*
   * State, written inside the monitor of the queue except by the owner when nobody else knows it:
   *   NEW    -> QUEUED   first poll, not enough is free
   *   QUEUED -> GRANTED  it has all that it wanted; they are its own until it is polled or cancelled
   *   QUEUED -> REFUSED  closed
   *   QUEUED, GRANTED -> NEW  cancelled; it holds nothing
   */
  static final int NEW = 0;
  static final int QUEUED = 1;
  static final int GRANTED = 2;
  static final int REFUSED = 3;

  final Permits permits;
  final int wanted;
  int missing; // guarded by the queue's monitor while QUEUED
  volatile int status;

  Acquire(Permits permits, int wanted) {
    this.permits = permits;
    this.wanted = wanted;
  }

  /** The result, once the permits belong to this wait. */
  protected abstract T acquired();

  /** Why there will be no permits. */
  protected abstract ClosedException refused();

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws ClosedException {
    return switch (permits.poll(this, cx.waker())) {
      case GRANTED -> acquired();
      case REFUSED -> throw refused();
      default -> PENDING;
    };
  }

  @Override
  protected final boolean cancelLeaf() {
    permits.cancel(this);
    return true;
  }
}
