package dev.weft.internal.scheduler;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Two workers that sleep when they find nothing, and somebody who puts work into a shared queue and
 * wakes one. At rest there is no work while all sleep.
 */
public class IdleModel {

  private final IdleWorkers idle = new IdleWorkers(2);
  private volatile int work;
  private final WorkerModel first = new WorkerModel(0);
  private final WorkerModel second = new WorkerModel(1);

  private final class WorkerModel {

    private final int index;
    private boolean searching;
    private volatile boolean permit;
    private boolean asleep;

    WorkerModel(int index) {
      this.index = index;
    }

    /** One turn of a worker's loop. */
    void step() {
      if (asleep) {
        if (!permit) {
          return;
        }
        permit = false;
        asleep = false;
        if (!idle.retractSleep(index)) {
          searching = true;
        }
      }
      if (!searching) {
        searching = idle.tryStartSearching(2);
      }
      if (takeWork()) {
        if (searching) {
          searching = false;
          if (idle.stopSearching()) {
            notifyOne();
          }
        }
        return;
      }
      idle.announceSleep(index, searching);
      searching = false;
      if (!idle.isAnySearching() && work > 0) {
        if (!idle.retractSleep(index)) {
          searching = true;
        }
        return;
      }
      asleep = true;
    }
  }

  private synchronized boolean takeWork() {
    if (work == 0) {
      return false;
    }
    work--;
    return true;
  }

  private synchronized void addWork() {
    work++;
  }

  private void notifyOne() {
    int claimed = idle.claimOne(2);
    if (claimed >= 0) {
      (claimed == 0 ? first : second).permit = true;
    }
  }

  @Operation(nonParallelGroup = "first")
  public void stepFirst() {
    first.step();
  }

  @Operation(nonParallelGroup = "second")
  public void stepSecond() {
    second.step();
  }

  @Operation
  public void submit() {
    addWork();
    notifyOne();
  }

  @Validate
  public void atRest() {
    for (int i = 0; i < 20; i++) {
      first.step();
      second.step();
    }
    if (work > 0) {
      throw new AssertionError(work + " pieces of work wait while all workers sleep");
    }
  }
}
