package dev.weft.internal.scheduler;

import dev.weft.spi.RuntimeThread;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The thread that looks at the workers from outside, at intervals. */
final class Monitor implements Runnable {

  /*
   * Every PERIOD it has its patrol look at the workers. While a worker is stuck the looks are closer
   * together, as its sockets may depend on them.
   *
   * With all workers asleep for IDLE_LOOKS looks it sleeps too, until a worker that wakes up wakes it;
   * `resting` is set before the last look and read after a worker has left its sleep.
   *
   * It also hands over failures whose handles have become garbage.
   */

  static final long PERIOD_NANOS = 10_000_000;
  private static final long STUCK_PERIOD_NANOS = 1_000_000;
  private static final long WATCH_PERIOD_NANOS = 1_000_000_000;
  private static final int IDLE_LOOKS = 50;

  private final RuntimeParts parts;
  private final Patrol patrol;
  private volatile boolean resting;
  private volatile boolean stopped;
  private volatile @Nullable Thread thread;

  Monitor(RuntimeParts parts, Patrol patrol) {
    this.parts = parts;
    this.patrol = patrol;
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    ((RuntimeThread) thread).setSite(parts.weft()); // handlers run here, and must not close
    int idleLooks = 0;
    while (!stopped) {
      boolean _ = Thread.interrupted(); // what a handler leaves would end each further sleep
      boolean stuck = look();
      idleLooks = patrol.allAsleep() ? idleLooks + 1 : 0;
      if (stuck) {
        LockSupport.parkNanos(this, STUCK_PERIOD_NANOS);
      } else if (idleLooks < IDLE_LOOKS) {
        LockSupport.parkNanos(this, PERIOD_NANOS);
      } else {
        rest();
        idleLooks = 0;
      }
    }
  }

  private boolean look() {
    try {
      boolean stuck = patrol.look(parts.realNanos());
      parts.unobserved().reportCollected();
      return stuck;
    } catch (Throwable lacking) { // memory, say: stacks take some; nobody else does this work
      parts.unobserved().report(lacking);
      return true;
    }
  }

  private void rest() {
    resting = true;
    if (patrol.allAsleep() && !stopped) {
      if (parts.unobserved().isEmpty()) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, WATCH_PERIOD_NANOS);
      }
    }
    resting = false;
  }

  /** Called by a worker that has left its sleep. */
  void wakeUp() {
    if (resting) {
      resting = false;
      LockSupport.unpark(thread);
    }
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
