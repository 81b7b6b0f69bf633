package dev.weft.sync;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Room for one message: a sender that waits and may give up, one that reserves, a receiver, and a
 * close.
 *
 * <p>Only its validation counts. A send takes room first and then puts the message there, which
 * others may see: a channel that is full for one thread can still be empty for the next.
 */
public class BoundedModel {

  private final BoundedChannel<Integer> channel =
      new BoundedChannel<>(1, Ring.ofChunks(1, 2), 1, -1);
  private final BoundedTx<Integer> sender = new BoundedTx<>(channel);
  private final Rx<Integer> receiver = new Rx<>(channel);
  private int next = 1;
  private int nextReserved = 101;
  private final Slot<Void> send = new Slot<>(() -> sender.send(next));
  private final Slot<Mpsc.Permit<Integer>> reserve = new Slot<>(sender::reserve);
  private final Slot<Integer> recv = new Slot<>(receiver::recv);
  private final List<Integer> received = new ArrayList<>();

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
    send.cancel();
  }

  @Operation(nonParallelGroup = "send")
  public void trySend() {
    if (!send.isWaiting() && sender.trySend(next) instanceof TrySend.Sent) {
      next++;
    }
  }

  @Operation(nonParallelGroup = "reserve")
  public void pollReserve() {
    reserve.poll();
  }

  @Operation(nonParallelGroup = "reserve")
  public void cancelReserve() {
    reserve.cancel();
  }

  @Operation(nonParallelGroup = "reserve")
  public void usePermit() {
    if (reserve.isHeld()) {
      reserve.take().send(nextReserved++);
    }
  }

  @Operation(nonParallelGroup = "reserve")
  public void closePermit() {
    if (reserve.isHeld()) {
      reserve.take().close();
    }
  }

  @Operation(nonParallelGroup = "receiver")
  public void pollRecv() {
    recv.poll();
    keep();
  }

  @Operation(nonParallelGroup = "receiver")
  public void cancelRecv() {
    recv.cancel();
  }

  @Operation(nonParallelGroup = "receiver")
  public void tryRecv() {
    if (receiver.tryRecv() instanceof TryRecv.Received<Integer>(Integer message)) {
      received.add(message);
    }
  }

  @Operation(runOnce = true)
  public void close() {
    receiver.close();
  }

  private void keep() {
    if (recv.isHeld()) {
      Integer message = recv.take();
      if (message != null) {
        received.add(message);
      }
    }
  }

  @Validate
  public void atRest() {
    recv.checkWoken("recv");
    keep();
    send.checkWoken("send");
    reserve.checkWoken("reserve");
    send.cancel();
    reserve.cancel();
    closePermit();
    while (receiver.tryRecv() instanceof TryRecv.Received<Integer>(Integer message)) {
      received.add(message);
    }
    checkSequence(1, next);
    checkSequence(101, nextReserved);
    if (sender.capacity() != 1) {
      throw new AssertionError("room for " + sender.capacity() + " at rest, of 1");
    }
  }

  /** All from the first to before the end were received, once each and in order. */
  private void checkSequence(int first, int end) {
    int expected = first;
    for (int message : received) {
      if (message / 100 == first / 100 && message != expected++) {
        throw new AssertionError("received " + received);
      }
    }
    if (expected != end) {
      throw new AssertionError("sent up to " + (end - 1) + ", received " + received);
    }
  }
}
