package dev.weft.sync;

import dev.weft.sync.AsyncMutex.Guard;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two who wait for a lock and may give up, and one who only tries. */
public class MutexModel {

  private final AsyncMutex mutex = new AsyncMutex();
  private final Slot<Guard> first = new Slot<>(mutex::lock);
  private final Slot<Guard> second = new Slot<>(mutex::lock);
  private Guard tried;

  @Operation(nonParallelGroup = "first")
  public String pollFirst() {
    return first.poll();
  }

  @Operation(nonParallelGroup = "first")
  public void cancelFirst() {
    first.cancel();
  }

  @Operation(nonParallelGroup = "first")
  public void unlockFirst() {
    unlock(first);
  }

  @Operation(nonParallelGroup = "second")
  public String pollSecond() {
    return second.poll();
  }

  @Operation(nonParallelGroup = "second")
  public void cancelSecond() {
    second.cancel();
  }

  @Operation(nonParallelGroup = "second")
  public void unlockSecond() {
    unlock(second);
  }

  @Operation(nonParallelGroup = "try")
  public boolean tryLock() {
    if (tried == null) {
      tried = mutex.tryLock().orElse(null);
    }
    return tried != null;
  }

  @Operation(nonParallelGroup = "try")
  public void unlockTried() {
    if (tried != null) {
      tried.close();
      tried = null;
    }
  }

  @Validate
  public void atRest() {
    first.checkWoken("first");
    second.checkWoken("second");
    int holders = (first.isHeld() ? 1 : 0) + (second.isHeld() ? 1 : 0) + (tried == null ? 0 : 1);
    if (holders > 1) {
      throw new AssertionError(holders + " hold the lock");
    }
    first.cancel();
    second.cancel();
    unlock(first);
    unlock(second);
    unlockTried();
    if (mutex.isLocked()) {
      throw new AssertionError("the lock is lost");
    }
  }

  private static void unlock(Slot<Guard> slot) {
    if (slot.isHeld()) {
      slot.take().close();
    }
  }
}
