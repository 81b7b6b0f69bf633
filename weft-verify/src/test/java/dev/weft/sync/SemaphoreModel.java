package dev.weft.sync;

import dev.weft.sync.AsyncSemaphore.Permit;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two permits; one who wants both, one who wants one, one who only tries, and a late third. */
public class SemaphoreModel {

  private final AsyncSemaphore semaphore = new AsyncSemaphore(2);
  private final Slot<Permit> both = new Slot<>(() -> semaphore.acquire(2));
  private final Slot<Permit> one = new Slot<>(() -> semaphore.acquire(1));
  private Permit tried;

  @Operation(nonParallelGroup = "both")
  public String pollBoth() {
    return both.poll();
  }

  @Operation(nonParallelGroup = "both")
  public void cancelBoth() {
    both.cancel();
  }

  @Operation(nonParallelGroup = "both")
  public void releaseBoth() {
    release(both);
  }

  @Operation(nonParallelGroup = "one")
  public String pollOne() {
    return one.poll();
  }

  @Operation(nonParallelGroup = "one")
  public void cancelOne() {
    one.cancel();
  }

  @Operation(nonParallelGroup = "one")
  public void releaseOne() {
    release(one);
  }

  @Operation(nonParallelGroup = "try")
  public boolean tryAcquire() {
    if (tried == null) {
      tried = semaphore.tryAcquire().orElse(null);
    }
    return tried != null;
  }

  @Operation(nonParallelGroup = "try")
  public void releaseTried() {
    if (tried != null) {
      tried.close();
      tried = null;
    }
  }

  @Operation
  public int available() {
    return semaphore.availablePermits();
  }

  @Operation(runOnce = true)
  public void close() {
    semaphore.close();
  }

  @Validate
  public void atRest() {
    both.checkWoken("both");
    one.checkWoken("one");
    both.cancel();
    one.cancel();
    release(both);
    release(one);
    releaseTried();
    if (semaphore.availablePermits() != 2) {
      throw new AssertionError(semaphore + " at rest, of 2 permits");
    }
  }

  private static void release(Slot<Permit> slot) {
    if (slot.isHeld()) {
      slot.take().close();
    }
  }
}
