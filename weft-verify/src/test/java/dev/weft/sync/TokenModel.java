package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A parent and a child, one who waits for each and may give up, and a cancel of each. */
public class TokenModel {

  private final CancellationToken parent = new CancellationToken();
  private final CancellationToken child = parent.childToken();
  private final Slot<Void> above = new Slot<>(parent::cancelled);
  private final Slot<Void> below = new Slot<>(child::cancelled);

  @Operation(nonParallelGroup = "above")
  public String pollAbove() {
    return above.poll();
  }

  @Operation(nonParallelGroup = "above")
  public void cancelAbove() {
    above.cancel();
  }

  @Operation(nonParallelGroup = "below")
  public String pollBelow() {
    return below.poll();
  }

  @Operation(nonParallelGroup = "below")
  public void cancelBelow() {
    below.cancel();
  }

  @Operation(runOnce = true)
  public void cancelParent() {
    parent.cancel();
  }

  @Operation(runOnce = true)
  public void cancelChild() {
    child.cancel();
  }

  @Operation
  public boolean isChildCancelled() {
    return child.isCancelled();
  }

  @Validate
  public void atRest() {
    above.checkWoken("above");
    below.checkWoken("below");
    above.cancel();
    below.cancel();
    if (parent.cancels.toString().contains("waiting")) {
      throw new AssertionError("a wait that gave up is still in line");
    }
  }
}
