package dev.weft.interop;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** How many items a subscriber has asked for, and the one who waits for it to ask. */
final class Demand {

  /*
   * State, one long, changed by CAS only:
   *   n >= 0       items asked for and not yet sent; Long.MAX_VALUE is "no limit" and stays
   *   CANCELLED    final: nothing is to be sent any more
   *   MISUSED      final: the subscriber has asked for less than one item; it is to be told
   *
   * Lost wake-ups: the sender registers its waker and then looks at the count; whoever changes the count
   * does so and then looks for a waker. All four accesses are volatile, so one of the two sees the other.
   * The waker stays registered: a sender that waits for its stream must hear of a cancel, too.
   */

  static final long CANCELLED = -1;
  static final long MISUSED = -2;

  private static final long NO_LIMIT = Long.MAX_VALUE;

  private volatile long count;
  private volatile @Nullable Waker waker;

  /** Asks for more; any number below one is misuse. Any thread. */
  void request(long n) {
    while (true) {
      long now = count;
      if (now < 0 || now == NO_LIMIT) {
        return;
      }
      long next = n <= 0 ? MISUSED : (n >= NO_LIMIT - now ? NO_LIMIT : now + n);
      if (COUNT.compareAndSet(this, now, next)) {
        wake();
        return;
      }
    }
  }

  /** Wants nothing any more. Any thread. */
  void cancel() {
    while (true) {
      long now = count;
      if (now == CANCELLED) {
        return;
      }
      if (COUNT.compareAndSet(this, now, CANCELLED)) {
        wake();
        return;
      }
    }
  }

  private void wake() {
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  /** Registers the sender's waker and says how things stand: a count, or a final state. */
  long look(Waker sender) {
    if (waker != sender) {
      waker = sender;
    }
    return count;
  }

  /** How things stand. */
  long now() {
    return count;
  }

  /** Takes one of the items asked for; false if there is none by now. */
  boolean take() {
    while (true) {
      long now = count;
      if (now == NO_LIMIT) {
        return true;
      }
      if (now <= 0) {
        return false;
      }
      if (COUNT.compareAndSet(this, now, now - 1)) {
        return true;
      }
    }
  }

  /** Forgets the sender, which has ended or given up. */
  void forget() {
    waker = null;
  }

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Demand.class, "count", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
