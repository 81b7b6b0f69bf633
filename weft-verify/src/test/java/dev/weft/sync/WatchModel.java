package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two who send, one of them closing, and one who waits for changes and may give up. */
public class WatchModel {

  private final Watch<Integer> watch = Watch.create(0);
  private final Watch.Sender<Integer> first = watch.sender();
  private final Watch.Sender<Integer> second = first.copy();
  private final Slot<Integer> changed = new Slot<>(() -> watch.receiver().changed());
  private boolean firstClosed;
  private boolean secondClosed;

  @Operation(nonParallelGroup = "first")
  public void sendFirst() {
    if (!firstClosed) {
      first.sendModify(value -> value + 1);
    }
  }

  @Operation(nonParallelGroup = "first", runOnce = true)
  public void closeFirst() {
    firstClosed = true;
    first.close();
  }

  @Operation(nonParallelGroup = "second")
  public void sendSecond() {
    if (!secondClosed) {
      second.sendModify(value -> value + 10);
    }
  }

  @Operation(nonParallelGroup = "second", runOnce = true)
  public void closeSecond() {
    secondClosed = true;
    second.close();
  }

  @Operation(nonParallelGroup = "receiver")
  public String pollChanged() {
    String answer = changed.poll();
    changed.take();
    return answer;
  }

  @Operation(nonParallelGroup = "receiver")
  public void cancelChanged() {
    changed.cancel();
  }

  @Validate
  public void atRest() {
    changed.checkWoken("changed");
    changed.cancel();
    changed.take();
    int newest = watch.receiver().borrow();
    String answer = changed.poll();
    boolean ended = firstClosed && secondClosed;
    if (answer.equals("pending") ? ended : !ended && !answer.equals("ready " + newest)) {
      throw new AssertionError("a new wait is " + answer + ", the newest value " + newest);
    }
  }
}
