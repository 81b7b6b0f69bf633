package dev.weft.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A sender that sends, gives up or watches, and a receiver that waits, tries or gives up. */
public class OneshotModel {

  private final Oneshot<Integer> channel = Oneshot.create();
  private final Slot<Integer> recv = new Slot<>(() -> channel.receiver().recv());
  private final Slot<Void> closed = new Slot<>(() -> channel.sender().closed());
  private int sent;
  private int received;

  @Operation(nonParallelGroup = "sender", runOnce = true)
  public String send() {
    try {
      boolean taken = channel.sender().send(1);
      sent += taken ? 1 : 0;
      return String.valueOf(taken);
    } catch (IllegalStateException misuse) {
      return "misuse";
    }
  }

  @Operation(nonParallelGroup = "sender")
  public void closeSender() {
    channel.sender().close();
  }

  @Operation(nonParallelGroup = "sender")
  public String pollClosed() {
    return closed.poll();
  }

  @Operation(nonParallelGroup = "sender")
  public void cancelClosed() {
    closed.cancel();
  }

  @Operation(nonParallelGroup = "receiver")
  public String pollRecv() {
    String answer = recv.poll();
    received += answer.equals("ready 1") ? 1 : 0;
    return answer;
  }

  @Operation(nonParallelGroup = "receiver")
  public void cancelRecv() {
    recv.cancel();
  }

  @Operation(nonParallelGroup = "receiver")
  public String tryRecv() {
    TryRecv<Integer> answer = channel.receiver().tryRecv();
    received += answer instanceof TryRecv.Received ? 1 : 0;
    return answer.toString();
  }

  @Operation(nonParallelGroup = "receiver")
  public void closeReceiver() {
    channel.receiver().close();
  }

  @Validate
  public void atRest() {
    recv.checkWoken("recv");
    closed.checkWoken("closed");
    tryRecv();
    if (sent != received) {
      throw new AssertionError("sent " + sent + ", received " + received);
    }
  }
}
