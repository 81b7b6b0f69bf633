package dev.weft.spi;

import dev.weft.Context;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** An owner that goes to sleep while timers are added: it is called, or it doesn't sleep. */
public class OwnerSleepModel {

  private static final long DUE = 10;

  private volatile boolean called;
  private boolean asleep;
  private final Uncounted queue = new Uncounted(() -> called = true);

  @Operation(nonParallelGroup = "owner")
  public void sleep() {
    queue.awake();
    called = false;
    queue.nanosUntilNext(0); // takes in what is there
    asleep = queue.fallAsleep(Long.MAX_VALUE);
  }

  @Operation(runOnce = true)
  public void add() {
    queue.add(new Timer());
  }

  @Operation
  public void look() {
    queue.size();
  }

  @Validate
  public void atRest() {
    int known = queue.kept;
    queue.nanosUntilNext(0);
    if (asleep && !called && queue.kept > known) {
      throw new AssertionError("a timer was added, and the owner sleeps for ever");
    }
  }

  /** A queue that only knows whether there is something. */
  private static final class Uncounted extends InboxTimerQueue {
    private int kept;

    Uncounted(Runnable callOwner) {
      super(callOwner);
    }

    @Override
    protected void insert(TimerEntry entry) {
      kept++;
    }

    @Override
    protected void remove(TimerEntry entry) {
      kept--;
    }

    @Override
    protected int fireDue(long nowNanos) {
      throw new AssertionError("not turned");
    }

    @Override
    protected long untilNext(long nowNanos) {
      return kept == 0 ? NONE : 0;
    }
  }

  private static final class Timer extends TimerEntry {
    @Override
    public long deadlineNanos() {
      return DUE;
    }

    @Override
    protected void fired() {
      throw new AssertionError("not turned");
    }

    @Override
    protected Object pollLeaf(Context cx) {
      throw new AssertionError("not polled");
    }
  }
}
