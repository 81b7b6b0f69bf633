package dev.weft.spi;

import dev.weft.Context;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * The hand-over alone, below the plainest order there is: one timer, who cancels it, and an owner
 * that turns, or sleeps and must be called.
 */
public class HandOverModel {

  private static final long DUE = 10;

  private volatile boolean called;
  private boolean asleep;
  private int hits;
  private boolean added;
  private volatile boolean cancelled;
  private final Timer timer = new Timer();
  private final Single queue = new Single(() -> called = true);

  @Operation(nonParallelGroup = "adder")
  public boolean add() {
    try {
      queue.add(timer);
      added = true;
      return true;
    } catch (IllegalStateException addedBefore) {
      return false;
    }
  }

  @Operation
  public boolean cancel() {
    boolean kept = queue.cancel(timer);
    if (kept) {
      cancelled = true;
    }
    return kept;
  }

  @Operation(nonParallelGroup = "turn")
  public int fire() {
    awake();
    queue.fire(DUE);
    return hits;
  }

  @Operation(nonParallelGroup = "turn")
  public void sleep() {
    awake();
    asleep = queue.fallAsleep(Math.min(Long.MAX_VALUE, queue.nanosUntilNext(0)));
  }

  private void awake() {
    asleep = false;
    called = false;
    queue.awake();
  }

  @Validate
  public void atRest() {
    boolean pending = added && !cancelled && hits == 0;
    if (pending && asleep && !called && queue.kept == null) {
      throw new AssertionError("a timer was added, and its owner sleeps for ever");
    }
    queue.fire(DUE);
    if (hits != (added && !cancelled ? 1 : 0)) {
      throw new AssertionError(
          "fired " + hits + " times, added " + added + ", cancelled " + cancelled);
    }
    if (queue.size() != 0 || queue.kept != null) {
      throw new AssertionError("the empty queue counts " + queue.size());
    }
  }

  /** A queue with room for one. */
  private static final class Single extends InboxTimerQueue {
    private TimerEntry kept;

    Single(Runnable callOwner) {
      super(callOwner);
    }

    @Override
    protected void insert(TimerEntry entry) {
      kept = entry;
    }

    @Override
    protected void remove(TimerEntry entry) {
      kept = null;
    }

    @Override
    protected int fireDue(long nowNanos) {
      TimerEntry due = kept;
      kept = null;
      return due != null && fireEntry(due) ? 1 : 0;
    }

    @Override
    protected long untilNext(long nowNanos) {
      return kept == null ? NONE : kept.deadlineNanos() - nowNanos;
    }
  }

  private final class Timer extends TimerEntry {
    @Override
    public long deadlineNanos() {
      return DUE;
    }

    @Override
    protected void fired() {
      hits++;
    }

    @Override
    protected Object pollLeaf(Context cx) {
      throw new AssertionError("not polled");
    }
  }
}
