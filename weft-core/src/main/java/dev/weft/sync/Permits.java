package dev.weft.sync;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A number of permits and the queue of those who wait for some; a semaphore without its API. */
final class Permits {

  /*
   * Idea: permits are handed out in the order of first polls, and in parts: the first in line collects
   * what comes until it has all that it wants. So a large request isn't overtaken for ever by small ones.
   *
   * State, one long: the free permits times 4, plus
   *   QUEUED  the queue isn't empty. Then no permit is free: whoever queues takes all that are.
   *   CLOSED  nobody gets permits any more. Never together with QUEUED.
   *
   * Ownership: without QUEUED anybody changes the state by CAS. With QUEUED it changes only inside the
   * queue's monitor: taking fails since nothing is free, and giving back goes to the queue. Since QUEUED
   * comes and goes inside the monitor only, its holder may then simply write.
   *
   * Ordering: `state` and a waiter's `status` are volatile. Whoever serves waiters first writes the new
   * state and then marks them as served, all inside the monitor. A waiter that sees its mark therefore
   * sees a state in which the whole operation has happened, and one that doesn't asks in the monitor.
   * What a holder did before it gave back is visible to whom the permit goes, through either.
   */

  static final int MAX = Integer.MAX_VALUE;

  private static final int BACK_OFF_SPINS = 128;

  private static final long CLOSED = 1;
  private static final long QUEUED = 2;
  private static final int SHIFT = 2;

  private final WaitQueue queue = new WaitQueue();
  private volatile long state;

  Permits(int permits) {
    state = (long) permits << SHIFT;
  }

  int available() {
    return free(state);
  }

  boolean isClosed() {
    return (state & CLOSED) != 0;
  }

  /** Takes permits if so many are free, which implies that nobody waits; false if not or closed. */
  boolean tryAcquire(int count) {
    while (true) {
      long now = state;
      if ((now & CLOSED) != 0 || free(now) < count) {
        return false;
      }
      if (STATE.compareAndSet(this, now, now - ((long) count << SHIFT))) {
        return true;
      }
      backOff();
    }
  }

  /**
   * Gives way to a thread on another processor that takes permits at the same moment. It can then
   * take many at a time from its own cache; without that each would cost both a cache miss.
   */
  static void backOff() {
    for (int i = 0; i < BACK_OFF_SPINS; i++) {
      Thread.onSpinWait();
    }
  }

  /** Gives permits back, to those who wait first. */
  void release(int count) {
    while (true) {
      long now = state;
      if ((now & QUEUED) != 0) {
        if (releaseToQueue(count)) {
          return;
        }
      } else {
        if (free(now) > MAX - count) {
          throw new IllegalArgumentException(
              "Cannot add " + count + " permits to " + free(now) + "; the most is " + MAX + ".");
        }
        if (STATE.compareAndSet(this, now, now + ((long) count << SHIFT))) {
          return;
        }
      }
    }
  }

  private boolean releaseToQueue(int count) {
    WaitQueue served = new WaitQueue();
    synchronized (queue) {
      if ((state & QUEUED) == 0) {
        return false; // served since; add them as free ones
      }
      serve(count, served);
    }
    served.wakeAll();
    return true;
  }

  /** In the monitor, with QUEUED set: spreads permits over the waiters; what is left is free. */
  private void serve(int count, WaitQueue served) {
    int left = count;
    while (left > 0 && queue.first() instanceof Acquire<?> first) {
      int part = Math.min(left, first.missing);
      first.missing -= part;
      left -= part;
      if (first.missing == 0) {
        queue.remove(first);
        served.addLast(first);
      }
    }
    if (queue.isEmpty()) {
      state = (long) left << SHIFT;
    }
    mark(served, Acquire.GRANTED);
  }

  /** Takes up to so many free permits away; returns how many. */
  int forget(int count) {
    while (true) {
      long now = state;
      int taken = Math.min(count, free(now));
      if (taken == 0 || STATE.compareAndSet(this, now, now - ((long) taken << SHIFT))) {
        return taken;
      }
    }
  }

  /** Fails all waiters, now and later. */
  void close() {
    WaitQueue failed = new WaitQueue();
    synchronized (queue) {
      long now = state;
      while ((now & QUEUED) == 0) {
        if (STATE.compareAndSet(this, now, now | CLOSED)) {
          return;
        }
        now = state;
      }
      int collected = queue.first() instanceof Acquire<?> first ? first.wanted - first.missing : 0;
      failed.takeAll(queue);
      state = (long) collected << SHIFT | CLOSED;
      mark(failed, Acquire.REFUSED);
    }
    failed.wakeAll();
  }

  /** The owner's poll of a waiter; returns GRANTED, REFUSED or QUEUED. */
  int poll(Acquire<?> waiter, Waker waker) {
    int status = waiter.status;
    if (status == Acquire.NEW) {
      if (tryAcquire(waiter.wanted)) {
        return Acquire.GRANTED;
      }
      return enqueue(waiter, waker);
    }
    if (status == Acquire.QUEUED) {
      synchronized (queue) {
        status = waiter.status;
        if (status == Acquire.QUEUED) {
          waiter.waker = waker;
        }
      }
    }
    return status;
  }

  private int enqueue(Acquire<?> waiter, Waker waker) {
    synchronized (queue) {
      while (true) {
        long now = state;
        if ((now & CLOSED) != 0) {
          return Acquire.REFUSED;
        }
        int free = free(now);
        if (free >= waiter.wanted) {
          if (STATE.compareAndSet(this, now, now - ((long) waiter.wanted << SHIFT))) {
            return Acquire.GRANTED;
          }
        } else if (STATE.compareAndSet(this, now, QUEUED)) {
          waiter.missing = waiter.wanted - free;
          waiter.waker = waker;
          waiter.status = Acquire.QUEUED;
          queue.addLast(waiter);
          return Acquire.QUEUED;
        }
      }
    }
  }

  /** The owner gives up: what the waiter holds or has collected goes to the next. */
  void cancel(Acquire<?> waiter) {
    if (waiter.status == Acquire.QUEUED) {
      WaitQueue served = new WaitQueue();
      synchronized (queue) {
        if (waiter.status == Acquire.QUEUED) {
          queue.remove(waiter);
          waiter.waker = null;
          waiter.status = Acquire.NEW;
          serve(waiter.wanted - waiter.missing, served);
        }
      }
      served.wakeAll();
    }
    if (waiter.status == Acquire.GRANTED) {
      waiter.status = Acquire.NEW;
      release(waiter.wanted);
    }
  }

  private static void mark(WaitQueue nodes, int status) {
    for (WaitNode<?> node = nodes.first(); node != null; node = node.next) {
      ((Acquire<?>) node).status = status;
    }
  }

  private static int free(long state) {
    return (int) (state >>> SHIFT);
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Permits.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
