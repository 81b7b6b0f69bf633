package dev.weft.sync;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Room for one message: two who send, one of them closing, and one who receives and may give up.
 *
 * <p>Only its validation counts: each message is received in the order of its number or counted as
 * missed.
 */
public class BroadcastModel {

  private final Broadcast<Integer> channel = Broadcast.create(1);
  private final Broadcast.Sender<Integer> first = channel.sender();
  private final Broadcast.Sender<Integer> second = first.copy();
  private final Broadcast.Receiver<Integer> receiver = channel.receiver();
  private final Slot<Broadcast.Received<Integer>> recv = new Slot<>(receiver::recv);
  private final List<Integer> received = new ArrayList<>();
  private int sentFirst;
  private int sentSecond;
  private boolean closed;
  private long missed;
  private String wrong; // an exception of an operation would only be its result

  @Operation(nonParallelGroup = "first")
  public int sendFirst() {
    return first.send(++sentFirst);
  }

  @Operation(nonParallelGroup = "second")
  public void sendSecond() {
    if (!closed) {
      second.send(100 + ++sentSecond);
    }
  }

  @Operation(nonParallelGroup = "second", runOnce = true)
  public void closeSecond() {
    closed = true;
    second.close();
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

  private void keep() {
    if (recv.isHeld()) {
      count(recv.take());
    }
  }

  private void count(Broadcast.Received<Integer> next) {
    switch (next) {
      case Broadcast.Message<Integer>(Integer value) -> received.add(value);
      case Broadcast.Lagged<Integer>(long more) -> {
        if (more < 1) {
          wrong = "missed " + more;
        }
        missed += more;
      }
      case null -> wrong = "the end, with an open sender";
    }
  }

  @Validate
  public void atRest() {
    recv.checkWoken("recv");
    keep();
    while (receiver.tryRecv() instanceof TryRecv.Received<Broadcast.Received<Integer>>(var next)) {
      count(next);
    }
    if (wrong != null) {
      throw new AssertionError(wrong);
    }
    if (received.size() + missed != sentFirst + sentSecond) {
      throw new AssertionError(
          "sent " + (sentFirst + sentSecond) + ", received " + received + ", missed " + missed);
    }
    checkOrder(0);
    checkOrder(100);
  }

  private void checkOrder(int base) {
    int last = base;
    for (int value : received) {
      if (value / 100 == base / 100) {
        if (value <= last) {
          throw new AssertionError("out of order: " + received);
        }
        last = value;
      }
    }
  }
}
