package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A lock with a line of those who wait for it, which may be overtaken a limited number of times.
 */
final class BargingLock {

  /*
   * Idea: who unlocks doesn't hand the lock over but leaves it free and wakes the first in line. A task
   * that runs at the moment may take it in between. With strict handing over, each lock costs a suspension
   * and a wake-up as soon as tasks wait, also if it is held for a few nanoseconds only, and the line
   * never gets shorter while all come back for more. The first in line can't starve: once it has been
   * overtaken MAX_OVERTAKES times the lock is handed to it.
   *
   * State, one long, which only a compare-and-set changes, but for the handing over:
   *   LOCKED     somebody holds it
   *   QUEUED     the line isn't empty
   *   OFFERED    the first in line was woken and hasn't looked since
   *   overtakes  7 bits, how often the first in line was overtaken
   *   term       54 bits, how often the lock was given up. Who takes it holds it for the present term.
   *
   * Ownership: LOCKED is set by whoever takes it, and left by who names the term for which it is held. So
   * a guard needs no mark of its own that says that it was closed: a second time, also on another thread,
   * finds that the term is over. The line, and QUEUED with it, changes in its monitor. OFFERED is set by
   * who unlocks and cleared by the first in line, in the monitor.
   *
   * No lost wake-up: who unlocks sees QUEUED, or it unlocks before a waiter sets it, which then finds the
   * lock free. With OFFERED set the first in line is going to look: it takes the lock, or clears OFFERED
   * while LOCKED is set in the same compare-and-set, and so the holder will offer again. If it leaves
   * instead, the offer passes to the next one.
   *
   * Sources: barging with a bound is how Go's sync.Mutex and the JDK's locks do it; the bound there is a
   * time, or missing.
   */

  static final int MAX_OVERTAKES = 64;

  /** No term: the lock wasn't got. */
  static final long NOT_HELD = -1;

  private static final long LOCKED = 1;
  private static final long QUEUED = 2;
  private static final long OFFERED = 4;
  private static final long OVERTAKE = 8;
  private static final long TERM = 1 << 10;
  private static final long OVERTAKES = TERM - OVERTAKE;
  private static final long TERMS = -TERM;

  private final WaitQueue queue = new WaitQueue();
  private volatile long state;

  boolean isLocked() {
    return (state & LOCKED) != 0;
  }

  /** Whether the lock is still held for this term. */
  boolean isHeld(long term) {
    return isHeld(state, term);
  }

  private static boolean isHeld(long state, long term) {
    return (state & (TERMS | LOCKED)) == (term | LOCKED);
  }

  /**
   * Takes the lock if it is free and nobody waits, or if who waits may be overtaken; returns the
   * term or NOT_HELD.
   */
  long tryAcquire(boolean overtaking) {
    long now = state;
    while ((now & LOCKED) == 0) {
      long next = now | LOCKED;
      if ((now & QUEUED) != 0) {
        if (!overtaking || isOvertakenEnough(now)) {
          return NOT_HELD;
        }
        next += OVERTAKE;
      }
      long seen = (long) STATE.compareAndExchange(this, now, next);
      if (seen == now) {
        return now & TERMS;
      }
      now = seen;
    }
    return NOT_HELD;
  }

  private static boolean isOvertakenEnough(long state) {
    return (state & OVERTAKES) >= MAX_OVERTAKES * OVERTAKE;
  }

  /** Unlocks if the lock is still held for this term. */
  void release(long term) {
    long now = state;
    while (isHeld(now, term)) {
      if ((now & QUEUED) != 0 && isOvertakenEnough(now)) {
        handOver(term);
        now = state; // for the case that the first in line has left
      } else {
        long seen = (long) STATE.compareAndExchange(this, now, unlocked(now));
        if (seen == now) {
          if ((now & (QUEUED | OFFERED)) == QUEUED) {
            offer();
          }
          return;
        }
        now = seen;
      }
    }
  }

  private static long unlocked(long state) {
    long next = state - LOCKED + TERM;
    return (state & QUEUED) == 0 ? next : next | OFFERED;
  }

  /** Wakes the first in line, unless it has looked by itself since. */
  private void offer() {
    Waker waker = null;
    synchronized (queue) {
      WaitNode<?> first = queue.first();
      if (first != null && (state & OFFERED) != 0) {
        waker = first.waker;
      }
    }
    if (waker != null) {
      waker.wake();
    }
  }

  /** Ends the term by making the first in line the holder, if it has been overtaken enough. */
  private void handOver(long term) {
    WaitQueue served = new WaitQueue();
    synchronized (queue) {
      long now = state; // in the monitor nobody else changes it, while this is so:
      if (!isHeld(now, term) || !isOvertakenEnough(now) || !(queue.first() instanceof Wait first)) {
        return;
      }
      queue.remove(first);
      served.addLast(first);
      state = (term + TERM) | LOCKED | (queue.isEmpty() ? 0 : QUEUED);
      first.status = Wait.GRANTED; // after it, for who sees this reads the term
    }
    served.wakeAll();
  }

  /** The term for which the lock is held; for its holder. */
  long term() {
    return state & TERMS;
  }

  /** The owner's poll of a wait; whether it holds the lock now. */
  private boolean poll(Wait wait, Waker waker) {
    int status = wait.status;
    return status == Wait.NEW ? enqueue(wait, waker) : status == Wait.GRANTED || look(wait, waker);
  }

  private boolean enqueue(Wait wait, Waker waker) {
    synchronized (queue) {
      while (true) {
        long now = state;
        boolean free = (now & (LOCKED | QUEUED)) == 0;
        if (STATE.compareAndSet(this, now, now | (free ? LOCKED : QUEUED))) {
          if (free) {
            wait.status = Wait.GRANTED;
          } else {
            wait.waker = waker;
            wait.status = Wait.QUEUED;
            queue.addLast(wait);
          }
          return free;
        }
      }
    }
  }

  /** Takes the lock if it is free and this wait is the first in line. */
  private boolean look(Wait wait, Waker waker) {
    synchronized (queue) {
      if (wait.status == Wait.GRANTED) {
        return true;
      }
      wait.waker = waker;
      while (queue.first() == wait) {
        long now = state;
        boolean free = (now & LOCKED) == 0;
        long taken = (now & TERMS) | LOCKED | (queue.last() == wait ? 0 : QUEUED);
        if (STATE.compareAndSet(this, now, free ? taken : now & ~OFFERED)) {
          if (free) {
            queue.remove(wait);
            wait.waker = null;
            wait.status = Wait.GRANTED;
          }
          return free;
        }
      }
      return false;
    }
  }

  /** The owner gives up; a lock that was offered or handed to it goes to the next. */
  void cancel(Wait wait) {
    if (wait.status == Wait.QUEUED) {
      Waker next = null;
      synchronized (queue) {
        if (wait.status == Wait.QUEUED) {
          next = leave(wait);
        }
      }
      if (next != null) {
        next.wake();
      }
    }
    if (wait.status == Wait.GRANTED) {
      wait.status = Wait.NEW;
      release(term());
    }
  }

  /** In the monitor: takes a wait out of the line; returns whom to wake in its place. */
  private @Nullable Waker leave(Wait wait) {
    boolean wasFirst = queue.first() == wait;
    queue.remove(wait);
    wait.waker = null;
    wait.status = Wait.NEW;
    WaitNode<?> first = queue.first();
    while (true) {
      long now = state;
      long next = first == null ? now & (TERMS | LOCKED) : wasFirst ? now & ~OVERTAKES : now;
      if (STATE.compareAndSet(this, now, next)) {
        return first != null && wasFirst && (now & OFFERED) != 0 ? first.waker : null;
      }
    }
  }

  /** One wait for the lock, which holds it when it is complete. */
  static final class Wait extends WaitNode<Boolean> {

    /*
     * State, written in the monitor except by the owner when nobody else knows it:
     *   NEW -> QUEUED -> GRANTED, and -> NEW when it is cancelled.
     */
    static final int NEW = 0;
    static final int QUEUED = 1;
    static final int GRANTED = 2;

    private final BargingLock lock;
    private volatile int status;

    Wait(BargingLock lock) {
      this.lock = lock;
    }

    @Override
    protected Object pollLeaf(Context cx) {
      return lock.poll(this, cx.waker()) ? true : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      lock.cancel(this);
      return true;
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BargingLock.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
