package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two senders, a receiver that waits, gives up and tries, and a close from either side. */
public class UnboundedModel {

  private final UnboundedChannel<Integer> channel =
      new UnboundedChannel<>(new SegmentQueue<>(1, 2));
  private final UnboundedTx<Integer> left = new UnboundedTx<>(channel);
  private final Mpsc.Sender<Integer> right = left.copy();
  private final Rx<Integer> receiver = new Rx<>(channel);
  private final Slot<Integer> recv = new Slot<>(receiver::recv);
  private int lefts;
  private int rights = 100;
  private int received;

  @Operation(nonParallelGroup = "left")
  public boolean sendLeft() {
    boolean sent = left.trySend(lefts + 1) instanceof TrySend.Sent;
    lefts += sent ? 1 : 0;
    return sent;
  }

  @Operation(nonParallelGroup = "right")
  public boolean sendRight() {
    boolean sent = right.trySend(rights + 1) instanceof TrySend.Sent;
    rights += sent ? 1 : 0;
    return sent;
  }

  @Operation(nonParallelGroup = "receiver")
  public String pollRecv() {
    String answer = recv.poll();
    if (recv.isHeld() && recv.take() != null) {
      received++;
    }
    return answer;
  }

  @Operation(nonParallelGroup = "receiver")
  public void cancelRecv() {
    recv.cancel();
  }

  @Operation(nonParallelGroup = "receiver")
  public String tryRecv() {
    TryRecv<Integer> answer = receiver.tryRecv();
    received += answer instanceof TryRecv.Received ? 1 : 0;
    return answer.toString();
  }

  @Operation(runOnce = true)
  public void closeReceiver() {
    receiver.close();
  }

  @Operation(nonParallelGroup = "left")
  public void closeLeft() {
    left.close();
  }

  @Operation(nonParallelGroup = "right")
  public void closeRight() {
    right.close();
  }

  @Validate
  public void atRest() {
    recv.checkWoken("recv");
    if (recv.isHeld() && recv.take() != null) {
      received++;
    }
    while (receiver.tryRecv() instanceof TryRecv.Received) {
      received++;
    }
    int sent = lefts + rights - 100;
    if (received != sent) {
      throw new AssertionError("sent " + sent + ", received " + received);
    }
  }
}
