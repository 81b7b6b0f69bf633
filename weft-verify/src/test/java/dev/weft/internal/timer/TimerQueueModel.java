package dev.weft.internal.timer;

import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.TestTimer;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Two timers that are added, cancelled and fired at once: each either fires or is cancelled, and
 * nothing is left of it.
 *
 * <p>Firing is one step for one timer and not for several, so there is one that becomes due, beside
 * one that never does and is linked and unlinked around it.
 */
public abstract class TimerQueueModel {

  private static final long DUE = 10;
  private static final long LATER = 20;

  private final TimerQueue queue;
  private int hits;
  private final TestTimer due = new TestTimer(DUE, () -> hits++);
  private final TestTimer later = new TestTimer(LATER, () -> hits = -1);

  TimerQueueModel(InboxTimerQueue queue) {
    this.queue = queue;
  }

  @Operation(nonParallelGroup = "adder")
  public boolean add() {
    return add(due);
  }

  @Operation(nonParallelGroup = "adder")
  public boolean addLater() {
    return add(later);
  }

  private boolean add(TestTimer timer) {
    try {
      queue.add(timer);
      return true;
    } catch (IllegalStateException addedBefore) {
      return false;
    }
  }

  @Operation
  public boolean cancel() {
    return queue.cancel(due);
  }

  @Operation
  public boolean cancelLater() {
    return queue.cancel(later);
  }

  @Operation(nonParallelGroup = "turn")
  public int fire() {
    queue.fire(DUE);
    return hits;
  }

  @Operation(nonParallelGroup = "turn")
  public int look() {
    queue.nanosUntilNext(0);
    return hits;
  }

  @Validate
  public void atRest() {
    queue.cancel(due);
    queue.cancel(later);
    if (queue.nanosUntilNext(0) != TimerQueue.NONE || queue.size() != 0) {
      throw new AssertionError(
          "all is cancelled or fired, but "
              + queue.size()
              + " timers are pending, the next in "
              + queue.nanosUntilNext(0));
    }
    int before = hits;
    if (queue.fire(LATER) != 0 || hits != before) {
      throw new AssertionError("a cancelled timer fired");
    }
  }
}
