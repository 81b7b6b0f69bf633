package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two parties, and three who arrive and may give up. */
public class BarrierModel {

  private final AsyncBarrier barrier = new AsyncBarrier(2);
  private final Slot<Boolean> first = new Slot<>(barrier::arrive);
  private final Slot<Boolean> second = new Slot<>(barrier::arrive);
  private final Slot<Boolean> third = new Slot<>(barrier::arrive);
  private final int[] leads = new int[3];
  private final int[] follows = new int[3];
  private final int[] gone = new int[3]; // gave up, perhaps after they had been let go

  @Operation(nonParallelGroup = "first")
  public String pollFirst() {
    return poll(first, 0);
  }

  @Operation(nonParallelGroup = "first")
  public void cancelFirst() {
    cancel(first, 0);
  }

  @Operation(nonParallelGroup = "second")
  public String pollSecond() {
    return poll(second, 1);
  }

  @Operation(nonParallelGroup = "second")
  public void cancelSecond() {
    cancel(second, 1);
  }

  @Operation(nonParallelGroup = "third")
  public String pollThird() {
    return poll(third, 2);
  }

  private String poll(Slot<Boolean> slot, int who) {
    String answer = slot.poll();
    if (!slot.isHeld()) {
      return answer;
    }
    boolean leads = slot.take();
    (leads ? this.leads : follows)[who]++;
    return answer + leads;
  }

  private void cancel(Slot<Boolean> slot, int who) {
    gone[who] += slot.isWaiting() ? 1 : 0;
    slot.cancel();
  }

  @Validate
  public void atRest() {
    first.checkWoken("first");
    second.checkWoken("second");
    third.checkWoken("third");
    settle(first, 0);
    settle(second, 1);
    settle(third, 2);
    int rounds = leads[0] + leads[1] + leads[2];
    int followed = follows[0] + follows[1] + follows[2];
    if (followed > rounds || followed + gone[0] + gone[1] + gone[2] < rounds) {
      throw new AssertionError(rounds + " rounds, in which " + followed + " followed");
    }
    if (barrier.waiting() != 0) {
      throw new AssertionError(barrier + " at rest");
    }
  }

  /** One that was let go and hasn't looked since does so; one that still waits gives up. */
  private void settle(Slot<Boolean> slot, int who) {
    if (slot.isHeld()) {
      follows[who] += slot.take() ? 0 : 1;
    } else if (slot.isWaiting() && !slot.isAsleep()) {
      poll(slot, who);
    }
    slot.cancel();
  }
}
