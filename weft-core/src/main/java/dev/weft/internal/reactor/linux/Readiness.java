package dev.weft.internal.reactor.linux;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One direction of a socket whose events come once: whether to try, and who waits. */
final class Readiness {

  /*
   * Idea: an edge-triggered event is told once. So "not yet" may be believed only if no event came
   * while the system call that said so was under way: each event counts a tick, and who makes a call
   * remembers the tick from before it.
   *
   * State: one reference, and the ticks.
   *
   *   READY ──the call would block: block(w, tick)──> w     but READY if the tick has moved on
   *   READY ──the call was short: drained(tick)──> null     but READY if the tick has moved on
   *   null  ──a poll: mayTry(w)──> w            w ──a later poll──> w2
   *   any   ──an event or a close: open()──> READY, and the waker that was there is woken
   *   w     ──forget()──> null
   *
   * Ordering: open() moves the tick, then takes the waker; block() stores the waker, then looks at the
   * tick; all of it is volatile. So either block() sees the new tick or open() finds the waker. The same
   * holds for drained(). An event before the tick was read is no matter: the call saw what it was about.
   *
   * A short read means that nothing is left, except at the end of the stream, whose event may have come
   * together with that of the last bytes, and at urgent data, where reading stops. So after such events
   * (`keepTrying`) every call is tried.
   *
   * Ownership: the one reader (or writer) calls tick, mayTry, block, drained and forget; whoever has an
   * event or closes the socket calls open.
   */

  private static final Object READY =
      new Object() {
        @Override
        public String toString() {
          return "READY";
        }
      };

  private volatile @Nullable Object state = READY;
  private volatile int tick;
  private volatile boolean keepTrying;

  /** The number of events so far; to be taken before a system call. */
  int tick() {
    return tick;
  }

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

  /**
   * Notes that the operation could do nothing.
   *
   * @param before the tick from before the call
   * @return false if an event has come since, so that the operation is to be tried again
   */
  boolean block(Waker waker, int before) {
    state = waker;
    if (tick == before) {
      return true;
    }
    STATE.compareAndSet(this, waker, READY); // Fails if the event took it: READY then stays.
    return false;
  }

  /**
   * Notes that the next operation will be able to do nothing before an event.
   *
   * @param before the tick from before the call
   */
  void drained(int before) {
    if (!keepTrying) {
      state = null;
      if (tick != before || keepTrying) {
        STATE.compareAndSet(this, null, READY);
      }
    }
  }

  /** Has each operation tried from now on, also after short ones. */
  void keepTrying() {
    keepTrying = true;
  }

  /** Drops a stored waker. */
  void forget() {
    Object now = state;
    if (now != READY && now != null) {
      STATE.compareAndSet(this, now, null); // Fails if an event came in: READY then stays.
    }
  }

  /** Notes that the operation is possible or has failed; returns whom to wake. */
  @Nullable Waker open() {
    TICK.getAndAdd(this, 1);
    if (state == READY) {
      return null; // Who blocks now looks at the tick after that.
    }
    return STATE.getAndSet(this, READY) instanceof Waker waker ? waker : null;
  }

  @Override
  public String toString() {
    return state + " at " + tick;
  }

  private static final VarHandle STATE;
  private static final VarHandle TICK;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Readiness.class, "state", Object.class);
      TICK = lookup.findVarHandle(Readiness.class, "tick", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
