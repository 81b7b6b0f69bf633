package dev.weft.sync;

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
   * State, one int: the number of times that the first in line was overtaken, times 8, plus
   *   LOCKED   somebody holds it
   *   QUEUED   the line isn't empty
   *   OFFERED  the first in line was woken and hasn't looked since
   *
   * Ownership: LOCKED is set by compare-and-set by whoever takes it, and left by its holder alone. The
   * line, and QUEUED with it, changes in its monitor. OFFERED is set by who unlocks and cleared by the
   * first in line, in the monitor.
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

  private static final int LOCKED = 1;
  private static final int QUEUED = 2;
  private static final int OFFERED = 4;
  private static final int OVERTAKE = 8;

  private final WaitQueue queue = new WaitQueue();
  private volatile int state;

  boolean isLocked() {
    return (state & LOCKED) != 0;
  }

  /** Takes the lock if it is free and nobody waits, or if who waits may be overtaken. */
  boolean tryAcquire(boolean overtaking) {
    return STATE.compareAndSet(this, 0, LOCKED) || tryAcquireBusy(overtaking);
  }

  private boolean tryAcquireBusy(boolean overtaking) {
    while (true) {
      int now = state;
      if ((now & LOCKED) != 0) {
        return false;
      }
      int next = LOCKED;
      if ((now & QUEUED) != 0) {
        if (!overtaking || now / OVERTAKE >= MAX_OVERTAKES) {
          return false;
        }
        next = (now + OVERTAKE) | LOCKED;
      }
      if (STATE.compareAndSet(this, now, next)) {
        return true;
      }
    }
  }

  /** Unlocks; the holder calls. */
  void release() {
    if (!STATE.compareAndSet(this, LOCKED, 0)) {
      releaseToQueue();
    }
  }

  private void releaseToQueue() {
    while (true) {
      int now = state;
      if ((now & QUEUED) != 0 && now / OVERTAKE >= MAX_OVERTAKES) {
        if (handOver()) {
          return;
        }
      } else if (STATE.compareAndSet(this, now, unlocked(now))) {
        if ((now & (QUEUED | OFFERED)) == QUEUED) {
          offer();
        }
        return;
      }
    }
  }

  private static int unlocked(int state) {
    return (state & QUEUED) == 0 ? 0 : (state & ~LOCKED) | OFFERED;
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

  /** Makes the first in line the holder; false if all have left. */
  private boolean handOver() {
    WaitQueue served = new WaitQueue();
    synchronized (queue) {
      if (!(queue.first() instanceof Wait<?> first)) {
        return false;
      }
      queue.remove(first);
      served.addLast(first);
      state =
          queue.isEmpty() ? LOCKED : LOCKED | QUEUED; // nobody else changes it while it is locked
      first.become(Wait.GRANTED);
    }
    served.wakeAll();
    return true;
  }

  /** The owner's poll of a wait; whether it holds the lock now. */
  boolean poll(Wait<?> wait, Waker waker) {
    if (wait.isNew()) {
      return tryAcquire(true) || enqueue(wait, waker);
    }
    return wait.status() == Wait.GRANTED || look(wait, waker);
  }

  private boolean enqueue(Wait<?> wait, Waker waker) {
    synchronized (queue) {
      while (true) {
        int now = state;
        boolean free = (now & (LOCKED | QUEUED)) == 0;
        if (STATE.compareAndSet(this, now, free ? LOCKED : now | QUEUED)) {
          if (!free) {
            wait.waker = waker;
            wait.become(Wait.QUEUED);
            queue.addLast(wait);
          }
          return free;
        }
      }
    }
  }

  /** Takes the lock if it is free and this wait is the first in line. */
  private boolean look(Wait<?> wait, Waker waker) {
    synchronized (queue) {
      if (wait.status() == Wait.GRANTED) {
        return true;
      }
      wait.waker = waker;
      while (queue.first() == wait) {
        int now = state;
        boolean free = (now & LOCKED) == 0;
        int taken = queue.last() == wait ? LOCKED : LOCKED | QUEUED;
        if (STATE.compareAndSet(this, now, free ? taken : now & ~OFFERED)) {
          if (free) {
            queue.remove(wait);
            wait.waker = null;
            wait.become(Wait.GRANTED);
          }
          return free;
        }
      }
      return false;
    }
  }

  /** The owner gives up; a lock that was offered or handed to it goes to the next. */
  void cancel(Wait<?> wait) {
    if (wait.status() == Wait.QUEUED) {
      Waker next = null;
      synchronized (queue) {
        if (wait.status() == Wait.QUEUED) {
          next = leave(wait);
        }
      }
      if (next != null) {
        next.wake();
      }
    }
    if (wait.status() == Wait.GRANTED) {
      wait.become(Wait.NEW);
      release();
    }
  }

  /** In the monitor: takes a wait out of the line; returns whom to wake in its place. */
  private @Nullable Waker leave(Wait<?> wait) {
    boolean wasFirst = queue.first() == wait;
    queue.remove(wait);
    wait.waker = null;
    wait.become(Wait.NEW);
    WaitNode<?> first = queue.first();
    while (true) {
      int now = state;
      int next = first == null ? now & LOCKED : wasFirst ? now % OVERTAKE : now;
      if (STATE.compareAndSet(this, now, next)) {
        return first != null && wasFirst && (now & OFFERED) != 0 ? first.waker : null;
      }
    }
  }

  /** One wait for the lock. */
  abstract static class Wait<T> extends WaitNode<T> {

    /*
     * State, written in the monitor except by the owner when nobody else knows it:
     *   NEW -> QUEUED -> GRANTED, and -> NEW when it is cancelled.
     */
    static final int NEW = 1; // not 0: see below
    static final int QUEUED = 2;
    static final int GRANTED = 3;

    private int status;

    Wait() {
      // Written by an instruction of its own. New objects are zeroed with masked stores where there
      // is AVX-512, and to read back a field that was zeroed so costs more than all else of a lock.
      status = NEW;
    }

    /** Whether it isn't in the line and never was; for the owner, as nobody else ends that. */
    final boolean isNew() {
      return status == NEW;
    }

    final int status() {
      return (int) STATUS.getVolatile(this);
    }

    final void become(int next) {
      STATUS.setVolatile(this, next);
    }

    private static final VarHandle STATUS;

    static {
      try {
        STATUS = MethodHandles.lookup().findVarHandle(Wait.class, "status", int.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BargingLock.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
