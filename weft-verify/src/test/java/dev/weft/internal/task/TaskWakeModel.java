package dev.weft.internal.task;

import dev.weft.Poll;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A task that looks at an event in each poll, two threads that make the event happen and wake it,
 * and one worker. At rest the last poll has seen all events, and the task was never in the queue
 * twice.
 */
public class TaskWakeModel {

  private int happened; // plain: the wake is what publishes it
  private int other;
  private int seen;
  private final StubOwner owner = new StubOwner(task -> enqueue());
  private final StubSite site = new StubSite();
  private final TaskCell<Object> task =
      new TaskCell<>(
          owner,
          1,
          cx -> {
            seen = happened;
            return Poll.pending();
          });

  private volatile int queued = 1; // a new task is scheduled by whoever spawned it
  private volatile boolean queuedTwice;

  private synchronized void enqueue() {
    if (queued != 0) {
      queuedTwice = true;
    }
    queued = 1;
  }

  private synchronized boolean dequeue() {
    if (queued == 0) {
      return false;
    }
    queued = 0;
    return true;
  }

  @Operation(nonParallelGroup = "event")
  public void happen() {
    happened++;
    task.wake();
  }

  @Operation(nonParallelGroup = "other")
  public void wakeForNothing() {
    other++;
    task.wake();
  }

  @Operation(nonParallelGroup = "worker")
  public void work() {
    if (dequeue()) {
      task.run(site);
    }
  }

  @Validate
  public void atRest() {
    work();
    work();
    if (queuedTwice) {
      throw new AssertionError("the task was in the queue twice");
    }
    if (queued != 0) {
      throw new AssertionError("the task is polled without end");
    }
    if (seen != happened) {
      throw new AssertionError("saw " + seen + " of " + happened + " events: a wake is lost");
    }
  }
}
