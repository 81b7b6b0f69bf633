package dev.weft.internal.reactor;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One direction of a socket: whether a system call is worth trying, and who waits for that. */
final class Direction {

  /*
   * Idea: most system calls that would only say "not yet" are spared by remembering that the last one
   * said so, or said it in advance by being short.
   *
   * State: one reference.
   *
   *   READY ──the call would block: block(w)──> w
   *   READY ──the call was short: drained()──> null
   *   null  ──a poll: mayTry(w)──> w            w ──a later poll──> w2
   *   any   ──an event or a close: open()──> READY, and the waker that was there is woken
   *   w     ──forget()──> null
   *
   * Ownership: the one reader (or writer) calls mayTry, block, drained and forget; the holder of the
   * driver's turn and whoever closes the socket call open. All accesses are volatile.
   *
   * Ordering: block() and drained() overwrite a READY that an event may have set since the system call
   * was made. That loses nothing: events are level-triggered, so the same event comes again as long as
   * the interest is on, and Registration sees to it that it is on while a waker is stored here. READY
   * is thus a hint, and being wrong either way costs a system call or a turn, never a wake-up.
   */

  private static final Object READY =
      new Object() {
        @Override
        public String toString() {
          return "READY";
        }
      };

  private volatile @Nullable Object state = READY;

  /**
   * Whether the operation should be tried; if not, the waker is stored in place of an earlier one.
   */
  boolean mayTry(Waker waker) {
    while (true) {
      Object now = state;
      if (now == READY) {
        return true;
      }
      if (now == waker || STATE.compareAndSet(this, now, waker)) {
        return false;
      }
    }
  }

  /** Notes that the operation, tried just now, could do nothing. */
  void block(Waker waker) {
    state = waker;
  }

  /** Notes that the next operation will probably be able to do nothing. */
  void drained() {
    state = null;
  }

  /** Drops a stored waker. */
  void forget() {
    Object now = state;
    if (now != READY && now != null) {
      STATE.compareAndSet(this, now, null); // Fails if an event came in: READY then stays.
    }
  }

  /** Whether the operation is taken to be possible. */
  boolean isReady() {
    return state == READY;
  }

  /** Whether somebody waits. */
  boolean isAwaited() {
    Object now = state;
    return now != null && now != READY;
  }

  /** Notes that the operation is possible or has failed; returns whom to wake. */
  @Nullable Waker open() {
    return STATE.getAndSet(this, READY) instanceof Waker waker ? waker : null;
  }

  @Override
  public String toString() {
    return String.valueOf(state);
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Direction.class, "state", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
