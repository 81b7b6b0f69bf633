package dev.weft.internal.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counters of one worker, written by it alone and read by anybody at any time. */
class WorkerStats {

  /*
   * Opaque access: each value is whole and current enough; nothing else is inferred from it, so these
   * accesses pair with nothing.
   *
   * Busy time is what isn't spent asleep, since that needs a look at the clock only where a worker falls
   * asleep or wakes up. `idleSince` is when the present sleep began, or AWAKE. The two are read apart, so
   * a look in the middle of a change may be off by that sleep; the next one isn't.
   */

  private static final long AWAKE = Long.MIN_VALUE;

  private long polls;
  private long steals;
  private long stolen;
  private long parks;
  private long unparks;
  private long yields;
  private long lifoHits;
  private long overflows;
  private long idleNanos;
  private long idleSince;
  private final long startNanos;

  /** Counters of a worker that is asleep until it starts. */
  static WorkerStats asleep(long nowNanos) {
    return new Apart(nowNanos);
  }

  private WorkerStats(long nowNanos) {
    startNanos = nowNanos;
    idleSince = nowNanos;
  }

  /** With two cache lines between them and what is made after them, which others may write. */
  private static final class Apart extends WorkerStats {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart(long nowNanos) {
      super(nowNanos);
    }
  }

  final void polled() {
    POLLS.setOpaque(this, polls + 1);
  }

  void stole(int tasks) {
    STEALS.setOpaque(this, steals + 1);
    STOLEN.setOpaque(this, stolen + tasks);
  }

  void parked() {
    PARKS.setOpaque(this, parks + 1);
  }

  void unparked() {
    UNPARKS.setOpaque(this, unparks + 1);
  }

  void yielded() {
    YIELDS.setOpaque(this, yields + 1);
  }

  void hitLifo(int times) {
    LIFO_HITS.setOpaque(this, lifoHits + times);
  }

  void overflowed() {
    OVERFLOWS.setOpaque(this, overflows + 1);
  }

  /** From now on the worker does nothing. */
  void idle(long nowNanos) {
    IDLE_SINCE.setOpaque(this, nowNanos);
  }

  /** The worker works again. */
  void busy(long nowNanos) {
    if (idleSince != AWAKE) {
      IDLE_NANOS.setOpaque(this, idleNanos + (nowNanos - idleSince));
      IDLE_SINCE.setOpaque(this, AWAKE);
    }
  }

  long polls() {
    return (long) POLLS.getOpaque(this);
  }

  long steals() {
    return (long) STEALS.getOpaque(this);
  }

  long stolen() {
    return (long) STOLEN.getOpaque(this);
  }

  long parks() {
    return (long) PARKS.getOpaque(this);
  }

  long unparks() {
    return (long) UNPARKS.getOpaque(this);
  }

  long yields() {
    return (long) YIELDS.getOpaque(this);
  }

  long lifoHits() {
    return (long) LIFO_HITS.getOpaque(this);
  }

  long overflows() {
    return (long) OVERFLOWS.getOpaque(this);
  }

  /** Time that the worker wasn't idle. */
  long busyNanos(long nowNanos) {
    long since = (long) IDLE_SINCE.getOpaque(this);
    long idle = (long) IDLE_NANOS.getOpaque(this) + (since == AWAKE ? 0 : nowNanos - since);
    return Math.max(0, nowNanos - startNanos - idle);
  }

  private static final VarHandle POLLS;
  private static final VarHandle STEALS;
  private static final VarHandle STOLEN;
  private static final VarHandle PARKS;
  private static final VarHandle UNPARKS;
  private static final VarHandle YIELDS;
  private static final VarHandle LIFO_HITS;
  private static final VarHandle OVERFLOWS;
  private static final VarHandle IDLE_NANOS;
  private static final VarHandle IDLE_SINCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      POLLS = lookup.findVarHandle(WorkerStats.class, "polls", long.class);
      STEALS = lookup.findVarHandle(WorkerStats.class, "steals", long.class);
      STOLEN = lookup.findVarHandle(WorkerStats.class, "stolen", long.class);
      PARKS = lookup.findVarHandle(WorkerStats.class, "parks", long.class);
      UNPARKS = lookup.findVarHandle(WorkerStats.class, "unparks", long.class);
      YIELDS = lookup.findVarHandle(WorkerStats.class, "yields", long.class);
      LIFO_HITS = lookup.findVarHandle(WorkerStats.class, "lifoHits", long.class);
      OVERFLOWS = lookup.findVarHandle(WorkerStats.class, "overflows", long.class);
      IDLE_NANOS = lookup.findVarHandle(WorkerStats.class, "idleNanos", long.class);
      IDLE_SINCE = lookup.findVarHandle(WorkerStats.class, "idleSince", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
