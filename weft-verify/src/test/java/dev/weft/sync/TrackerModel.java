package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two who are counted, one who waits and may give up, one who closes and opens again. */
public class TrackerModel {

  private final TaskTracker tracker = new TaskTracker();
  private final Slot<Void> wait = new Slot<>(tracker::waitForAll);
  private TaskTracker.Token first = tracker.token();
  private TaskTracker.Token second = tracker.token();

  // What a wait has missed depends on its creation, so that creating and polling it are two steps.
  public TrackerModel() {
    wait.create();
  }

  @Operation(nonParallelGroup = "first")
  public void endFirst() {
    first.close();
  }

  @Operation(nonParallelGroup = "first")
  public void beginFirst() {
    first.close();
    first = tracker.token();
  }

  @Operation(nonParallelGroup = "second")
  public void endSecond() {
    second.close();
  }

  @Operation(nonParallelGroup = "wait")
  public void createWait() {
    wait.take();
    wait.create();
  }

  @Operation(nonParallelGroup = "wait")
  public String pollWait() {
    return wait.isWaiting() ? wait.poll() : "none";
  }

  @Operation(nonParallelGroup = "wait")
  public void cancelWait() {
    wait.cancel();
  }

  @Operation
  public boolean close() {
    return tracker.close();
  }

  @Operation
  public boolean reopen() {
    return tracker.reopen();
  }

  @Operation
  public long size() {
    return tracker.size();
  }

  @Validate
  public void atRest() {
    wait.checkWoken("wait");
    first.close();
    second.close();
    tracker.close();
    if (!tracker.isEmpty()) {
      throw new AssertionError(tracker + " at rest");
    }
    wait.cancel();
    wait.take();
    if (!wait.poll().startsWith("ready")) {
      throw new AssertionError("all have ended, and a new wait doesn't");
    }
  }
}
