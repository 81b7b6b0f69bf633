package dev.weft.sync;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The waker of one waiter, which many may wake. */
final class WakerSlot {

  /*
   * Idea: the waiter registers and then looks once more for its event; whoever brings the event first
   * publishes it and then looks here. Both write before they read, and all four accesses are volatile,
   * so at least one sees the other: either the waiter finds the event or the bringer finds the waker.
   *
   * State: a waker while somebody waits; null otherwise. The waiter writes it; a waking thread takes it
   * with a CAS. If that fails, the waiter has registered anew since, or another thread has taken it:
   * in the first case it looks again by itself, in the second it is being woken.
   */

  private volatile @Nullable Waker waker;

  /** Registers in place of an earlier waker; the caller then looks for its event again. */
  void register(Waker waker) {
    this.waker = waker;
  }

  /** Forgets the waker; the waiter has got its event or has given up. */
  void clear() {
    waker = null;
  }

  /** Wakes who waits, if anybody does; the caller has published the event before. */
  void wake() {
    Waker waiting = waker;
    if (waiting != null && WAKER.compareAndSet(this, waiting, null)) {
      waiting.wake();
    }
  }

  private static final VarHandle WAKER;

  static {
    try {
      WAKER = MethodHandles.lookup().findVarHandle(WakerSlot.class, "waker", Waker.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
