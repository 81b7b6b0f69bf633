package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two who wait and may give up, and all three ways to wake them. */
public class NotifyModel {

  private final Notify notify = new Notify();
  private final Slot<Void> first = new Slot<>(notify::notified);
  private final Slot<Void> second = new Slot<>(notify::notified);

  // A wait belongs to the generation at its creation, so that creating and polling it are two
  // steps.
  public NotifyModel() {
    first.create();
    second.create();
  }

  @Operation(nonParallelGroup = "first")
  public void createFirst() {
    create(first);
  }

  @Operation(nonParallelGroup = "first")
  public String pollFirst() {
    return poll(first);
  }

  @Operation(nonParallelGroup = "first")
  public void cancelFirst() {
    first.cancel();
  }

  @Operation(nonParallelGroup = "second")
  public void createSecond() {
    create(second);
  }

  @Operation(nonParallelGroup = "second")
  public String pollSecond() {
    return poll(second);
  }

  @Operation(nonParallelGroup = "second")
  public void cancelSecond() {
    second.cancel();
  }

  @Operation
  public void notifyOne() {
    notify.notifyOne();
  }

  @Operation
  public void notifyLast() {
    notify.notifyLast();
  }

  @Operation
  public void notifyWaiters() {
    notify.notifyWaiters();
  }

  @Validate
  public void atRest() {
    first.checkWoken("first");
    second.checkWoken("second");
    first.cancel();
    second.cancel();
    if (notify.toString().contains("waiting")) {
      throw new AssertionError("a wait that gave up is still in line");
    }
  }

  private static void create(Slot<Void> slot) {
    slot.take();
    slot.create();
  }

  private static String poll(Slot<Void> slot) {
    return slot.isWaiting() ? slot.poll() : "none";
  }
}
