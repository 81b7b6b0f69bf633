package dev.weft.internal.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counters of one worker, written by it alone and read by anybody at any time. */
final class WorkerStats {

  // Opaque access: each value is whole and current enough; nothing else is inferred from it, so
  // these
  // accesses pair with nothing.

  private long polls;
  private long steals;
  private long parks;
  private long unparks;
  private long yields;

  void polled() {
    POLLS.setOpaque(this, polls + 1);
  }

  void stole() {
    STEALS.setOpaque(this, steals + 1);
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

  long polls() {
    return (long) POLLS.getOpaque(this);
  }

  long steals() {
    return (long) STEALS.getOpaque(this);
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

  private static final VarHandle POLLS;
  private static final VarHandle STEALS;
  private static final VarHandle PARKS;
  private static final VarHandle UNPARKS;
  private static final VarHandle YIELDS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      POLLS = lookup.findVarHandle(WorkerStats.class, "polls", long.class);
      STEALS = lookup.findVarHandle(WorkerStats.class, "steals", long.class);
      PARKS = lookup.findVarHandle(WorkerStats.class, "parks", long.class);
      UNPARKS = lookup.findVarHandle(WorkerStats.class, "unparks", long.class);
      YIELDS = lookup.findVarHandle(WorkerStats.class, "yields", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
