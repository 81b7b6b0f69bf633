package dev.weft.internal.reactor.linux;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps a resource of the system from being released while a thread uses it. */
final class UseCount {

  /*
   * Why: the system gives the number of a closed descriptor to the next socket that is opened. A thread
   * that still had the number would read from somebody else's connection.
   *
   * State, one int: the number of users, and CLOSED. Users enter unless it is closed. Whoever closes it,
   * or is the last to leave after that, is told to release the resource; that is one of them, once.
   * Calls in between never wait, so the release comes at once.
   */

  private static final int CLOSED = 1 << 30;
  private static final int RELEASED = 1 << 29;

  @SuppressWarnings("UnusedVariable") // changed through STATE
  private volatile int state;

  /** Begins a use; false if it is closed. */
  boolean enter() {
    int now = state;
    while (now < RELEASED) {
      int seen = (int) STATE.compareAndExchange(this, now, now + 1);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** Ends a use; true if the caller has to release the resource now. */
  boolean exit() {
    return (int) STATE.getAndAdd(this, -1) == CLOSED + 1;
  }

  /** Closes it, once; true if the caller has to release the resource now. */
  boolean close() {
    return (int) STATE.getAndBitwiseOr(this, CLOSED) == 0;
  }

  boolean isClosed() {
    return state >= RELEASED;
  }

  /** Notes that the resource has been released. */
  void released() {
    STATE.getAndBitwiseOr(this, RELEASED);
  }

  boolean isReleased() {
    return (state & RELEASED) != 0;
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(UseCount.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
