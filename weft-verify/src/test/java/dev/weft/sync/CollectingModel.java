package dev.weft.sync;

import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A channel whose consumer looks for waiting senders at each second message and at the ends of its
 * polls: two senders that wait, one of which may give up; a receiver, which is handed to another
 * task in each poll; and the ends of these polls, which may come late. At rest nobody waits for
 * room that is there.
 */
public class CollectingModel {

  private static final int CAPACITY = 2;

  private final BoundedChannel<Integer> channel =
      new BoundedChannel<>(CAPACITY, Ring.ofChunks(CAPACITY, 2), 2, -1);
  private final BoundedTx<Integer> sender = new BoundedTx<>(channel);
  private final Rx<Integer> receiver = new Rx<>(channel);
  private final Deque<PollingTask> polled = new ArrayDeque<>(); // whose polls haven't ended
  private PollingTask task = new PollingTask();
  private final Slot<Void> first = new Slot<>(() -> sender.send(1));
  private final Slot<Void> second = new Slot<>(() -> sender.send(1));
  private RawFuture<Integer> recv;
  private int sent;
  private int sentSecond;
  private int received;

  /** A full channel for which both senders wait. */
  public CollectingModel() {
    while (sender.trySend(1) instanceof TrySend.Sent) {
      sent++;
    }
    first.poll();
    second.poll();
  }

  @Operation(nonParallelGroup = "first")
  public void pollFirst() {
    first.poll();
    if (first.isHeld()) {
      first.take();
      sent++;
    }
  }

  @Operation(nonParallelGroup = "second")
  public void pollSecond() {
    second.poll();
    if (second.isHeld()) {
      second.take();
      sentSecond++;
    }
  }

  @Operation(nonParallelGroup = "second")
  public void cancelSecond() {
    second.cancel();
  }

  @Operation(nonParallelGroup = "receiver")
  public void receive() throws Exception {
    task = new PollingTask();
    if (recv == null) {
      recv = RawFuture.own(receiver.recv());
    }
    if (recv.pollRaw(task) != RawFuture.PENDING) {
      recv = null;
      received++;
    }
    handOn(task);
  }

  @Operation(nonParallelGroup = "end")
  public void pollEnds() {
    PollingTask ending = endPoll();
    Runnable end = ending == null ? null : ending.takeEnd();
    if (end != null) {
      end.run();
    }
  }

  private synchronized void handOn(PollingTask before) {
    polled.add(before);
  }

  private synchronized PollingTask endPoll() {
    return polled.poll();
  }

  @Validate
  public void atRest() throws Exception {
    while (!polled.isEmpty()) {
      pollEnds();
    }
    first.checkWoken("first");
    second.checkWoken("second");
    int granted = granted(first) + granted(second);
    if ((first.isAsleep() || second.isAsleep()) && channel.size() + granted < CAPACITY) {
      throw new AssertionError("a sender waits beside room that nobody will give it");
    }
    if (recv != null && !task.isWoken() && channel.size() > 0) {
      throw new AssertionError("nobody woke the receiver");
    }
    first.cancel();
    second.cancel();
    take(first, true);
    take(second, false);
    if (recv != null) {
      recv.cancel();
    }
    while (receiver.tryRecv() instanceof TryRecv.Received<Integer>) {
      received++;
    }
    if (received != sent + sentSecond) {
      throw new AssertionError("sent " + (sent + sentSecond) + ", received " + received);
    }
    if (sender.capacity() != CAPACITY) {
      throw new AssertionError("room for " + sender.capacity() + " at rest, of " + CAPACITY);
    }
  }

  private static int granted(Slot<Void> slot) {
    return slot.isWaiting() && !slot.isAsleep() ? 1 : 0;
  }

  private void take(Slot<Void> slot, boolean isFirst) {
    if (slot.isHeld()) {
      slot.take();
      if (isFirst) {
        sent++;
      } else {
        sentSecond++;
      }
    }
  }
}
