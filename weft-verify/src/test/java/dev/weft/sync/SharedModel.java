package dev.weft.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * One who sends and may give up, two who receive and may give up, and a close.
 *
 * <p>Only its validation counts: what was sent is received once each, and nobody waits who could go
 * on.
 */
public class SharedModel {

  private final SharedChannel<Integer> channel;
  private final SharedTx<Integer> sender;
  private final SharedRx<Integer> receiver;
  private int next = 1;
  private final Slot<Void> send = new Slot<>(this::sendNext);
  private final Slot<Integer> first;
  private final Slot<Integer> second;
  private final List<Integer> byFirst = new ArrayList<>();
  private final List<Integer> bySecond = new ArrayList<>();

  SharedModel(int capacity) {
    channel = new SharedChannel<>(capacity);
    sender = new SharedTx<>(channel);
    receiver = new SharedRx<>(channel);
    first = new Slot<>(receiver::recv);
    second = new Slot<>(receiver::recv);
  }

  private dev.weft.Future<Void> sendNext() {
    return sender.send(next);
  }

  @Operation(nonParallelGroup = "send")
  public void pollSend() {
    send.poll();
    if (send.isHeld()) {
      send.take();
      next++;
    }
  }

  @Operation(nonParallelGroup = "send")
  public void cancelSend() {
    if (!send.tryCancel()) {
      send.poll();
      send.take();
      next++;
    }
  }

  @Operation(nonParallelGroup = "send")
  public void trySend() {
    if (!send.isWaiting() && sender.trySend(next) instanceof TrySend.Sent) {
      next++;
    }
  }

  @Operation(nonParallelGroup = "first")
  public void pollFirst() {
    first.poll();
    keep(first, byFirst);
  }

  @Operation(nonParallelGroup = "first")
  public void cancelFirst() {
    first.cancel();
  }

  @Operation(nonParallelGroup = "second")
  public void pollSecond() {
    second.poll();
    keep(second, bySecond);
  }

  @Operation(nonParallelGroup = "second")
  public void cancelSecond() {
    second.cancel();
  }

  @Operation(nonParallelGroup = "second")
  public void tryRecv() {
    if (receiver.tryRecv() instanceof TryRecv.Received<Integer>(Integer message)) {
      bySecond.add(message);
    }
  }

  @Operation(runOnce = true)
  public void close() {
    receiver.close();
  }

  private static void keep(Slot<Integer> slot, List<Integer> received) {
    if (slot.isHeld()) {
      Integer message = slot.take();
      if (message != null) {
        received.add(message);
      }
    }
  }

  @Validate
  public void atRest() {
    first.checkWoken("first");
    keep(first, byFirst);
    second.checkWoken("second");
    keep(second, bySecond);
    send.checkWoken("send");
    cancelSend();
    first.cancel();
    second.cancel();
    while (receiver.tryRecv() instanceof TryRecv.Received<Integer>(Integer message)) {
      bySecond.add(message);
    }
    checkOrder(byFirst);
    checkOrder(bySecond);
    List<Integer> all = new ArrayList<>(byFirst);
    all.addAll(bySecond);
    all.sort(null);
    if (!all.equals(IntStream.range(1, next).boxed().toList())) {
      throw new AssertionError("sent up to " + (next - 1) + ", received " + all);
    }
  }

  private static void checkOrder(List<Integer> received) {
    for (int i = 1; i < received.size(); i++) {
      if (received.get(i) <= received.get(i - 1)) {
        throw new AssertionError("out of order: " + received);
      }
    }
  }
}
