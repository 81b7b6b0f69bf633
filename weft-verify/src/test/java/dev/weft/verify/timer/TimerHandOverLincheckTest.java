package dev.weft.verify.timer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.TestTimer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * A timer either fires or is cancelled, whoever comes at the same time.
 *
 * <p>Firing is one step for one timer and not for several, so a history has one that becomes due,
 * beside one in the same slot that never does and is linked and unlinked around it. Two threads and
 * three operations each cover an add, a turn and two cancels in every order.
 */
final class TimerHandOverLincheckTest {

  private static final long DUE = 10;
  private static final long LATER = 20;

  /** What threads do to a timer queue at once. */
  public static class WheelHistory {
    private final TimerQueue queue = new WheelTimerQueue(0);
    private int hits;
    private final TestTimer due = new TestTimer(DUE, () -> hits++);
    private final TestTimer later = new TestTimer(LATER, () -> hits = -1);

    @Operation
    public boolean add() {
      return add(due);
    }

    @Operation
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
  }

  /** The same life of a timer with a look and a write where the queue has a compare-and-set. */
  public static class RacyHistory {
    private static final int IDLE = 0;
    private static final int SET = 1;
    private static final int ENDED = 2;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private int hits;

    @Operation
    public boolean add() {
      return state.compareAndSet(IDLE, SET);
    }

    @Operation
    public boolean cancel() {
      return end();
    }

    @Operation(nonParallelGroup = "turn")
    public int fire() {
      if (end()) {
        hits++;
      }
      return hits;
    }

    private boolean end() {
      if (state.get() != SET) {
        return false;
      }
      state.set(ENDED);
      return true;
    }
  }

  private static ModelCheckingOptions model() {
    return new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(120)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1);
  }

  @Test
  void wheel_addCancelAndFireAtOnce_firesOrIsCancelledExactlyOnce() {
    model().check(WheelHistory.class);
  }

  @Test
  void checkThenAct_inItsPlace_isFound() {
    assertThatThrownBy(() -> model().check(RacyHistory.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("cancel");
  }
}
