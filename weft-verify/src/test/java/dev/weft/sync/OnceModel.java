package dev.weft.sync;

import dev.weft.Poll;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * One who computes in two polls, one whose computation fails, one who sets, and one who watches.
 */
public class OnceModel {

  private final OnceCell<Integer> cell = new OnceCell<>();
  private int running; // how many computations are between begin and end; changed in a turn alone
  private boolean begun;
  private volatile boolean together; // an exception of an operation would only be its result
  private final Slot<Integer> slow = new Slot<>(() -> cell.getOrInit(slowly()));
  private final Slot<Integer> bad = new Slot<>(() -> cell.getOrInit(badly()));
  private final Slot<Integer> watch = new Slot<>(cell::waitForValue);

  private dev.weft.Future<Integer> slowly() {
    begun = false;
    return new dev.weft.Future<>() {
      @Override
      public Poll<Integer> poll(dev.weft.Context cx) {
        if (!begun) {
          begun = true;
          enter();
          cx.waker().wake();
          return Poll.pending();
        }
        running--;
        return Poll.ready(1);
      }

      @Override
      public boolean cancel() {
        running -= begun ? 1 : 0;
        begun = false;
        return true;
      }
    };
  }

  private dev.weft.Future<Integer> badly() {
    return _ -> {
      enter();
      running--;
      throw new IllegalStateException("bad");
    };
  }

  private void enter() {
    if (++running != 1) {
      together = true;
    }
  }

  @Operation(nonParallelGroup = "slow")
  public String pollSlow() {
    return slow.poll();
  }

  @Operation(nonParallelGroup = "slow")
  public void cancelSlow() {
    slow.cancel();
  }

  @Operation(nonParallelGroup = "bad")
  public String pollBad() {
    return bad.poll();
  }

  @Operation(nonParallelGroup = "bad")
  public void cancelBad() {
    bad.cancel();
  }

  @Operation(nonParallelGroup = "watch")
  public String pollWatch() {
    return watch.poll();
  }

  @Operation(runOnce = true)
  public String trySet() {
    return cell.trySet(2).getClass().getSimpleName();
  }

  @Validate
  public void atRest() {
    if (together) {
      throw new AssertionError("two computations at the same time");
    }
    slow.checkWoken("slow");
    bad.checkWoken("bad");
    watch.checkWoken("watch");
    slow.cancel();
    bad.cancel();
    if (cell.get() == null && !(cell.trySet(3) instanceof OnceCell.TrySet.Done)) {
      throw new AssertionError(cell + " at rest");
    }
  }
}
