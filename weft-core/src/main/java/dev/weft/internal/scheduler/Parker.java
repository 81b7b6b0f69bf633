package dev.weft.internal.scheduler;

import dev.weft.spi.Driver;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** Puts one thread to sleep, in its driver if it has one, and wakes it. */
final class Parker {

  /*
   * State, one int:
   *   EMPTY -> THREAD | DRIVER   the thread goes to sleep
   *   any   -> NOTIFIED          unpark; who finds THREAD or DRIVER also ends that sleep
   *   any   -> EMPTY             the thread is awake again; a notification is used up
   *
   * A notification that comes first makes the next park return at once. The operating system is asked
   * only if the thread really sleeps. The thread's own park permit may be used up by user code in
   * between: a permit is given only to a thread in THREAD, and a park that returns early is looked at
   * by its caller.
   */

  private static final int EMPTY = 0;
  private static final int NOTIFIED = 1;
  private static final int THREAD = 2;
  private static final int DRIVER = 3;

  @SuppressWarnings("UnusedVariable") // read through STATE
  private volatile int state;

  private volatile Thread thread = Thread.currentThread(); // replaced by bind before any park

  /** Says which thread parks here; that thread calls it. */
  void bind() {
    thread = Thread.currentThread();
  }

  /** Sleeps without a driver. */
  void park(long nanos) {
    if (nanos > 0 && STATE.compareAndSet(this, EMPTY, THREAD)) {
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
    }
    state = EMPTY;
  }

  /** Sleeps in a driver whose turn the caller holds; returns how many events it reported. */
  int park(Driver driver, long nanos) throws IOException {
    try {
      boolean sleeps = nanos > 0 && STATE.compareAndSet(this, EMPTY, DRIVER);
      return driver.turn(sleeps ? nanos : 0);
    } finally {
      state = EMPTY;
    }
  }

  /** Uses up a notification that came before a park; returns whether there was one. */
  boolean takeNotification() {
    return STATE.compareAndSet(this, NOTIFIED, EMPTY);
  }

  /** Ends the current park or makes the next one return at once; {@code driver} is the thread's. */
  void unpark(Driver driver) {
    int before = (int) STATE.getAndSet(this, NOTIFIED);
    if (before == THREAD) {
      LockSupport.unpark(thread);
    } else if (before == DRIVER) {
      driver.wakeup();
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Parker.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
