package dev.weft.interop;

import dev.weft.Waker;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/** A sender that takes what is asked for, or waits, and a subscriber that asks, cancels or errs. */
@Param(name = "n", gen = IntGen.class, conf = "1:3")
public class DemandModel {

  private final Demand demand = new Demand();
  private boolean asleep; // the sender has seen that nothing is asked for
  private volatile boolean woken;
  private int taken;

  @Operation(nonParallelGroup = "sender")
  public String send() {
    asleep = false;
    woken = false;
    Waker waker = () -> woken = true;
    long asked = demand.look(waker);
    if (asked == 0) {
      asleep = true;
      return "pending";
    }
    if (asked > 0 && demand.take()) {
      taken++;
      return "sent";
    }
    return demand.now() == Demand.CANCELLED ? "cancelled" : "misused";
  }

  @Operation(nonParallelGroup = "sender")
  public void giveUp() {
    demand.forget();
    asleep = false;
  }

  @Operation
  public void request(@Param(name = "n") int n) {
    demand.request(n);
  }

  @Operation
  public void requestAll() {
    demand.request(Long.MAX_VALUE);
  }

  @Operation
  public void misuse() {
    demand.request(0);
  }

  @Operation
  public void cancel() {
    demand.cancel();
  }

  @Validate
  public void atRest() {
    if (asleep && !woken && demand.now() != 0) {
      throw new AssertionError("the sender waits for ever, and asked for are " + demand.now());
    }
    if (taken < 0 || demand.now() < Demand.MISUSED) {
      throw new AssertionError("taken " + taken + ", asked for " + demand.now());
    }
  }
}
