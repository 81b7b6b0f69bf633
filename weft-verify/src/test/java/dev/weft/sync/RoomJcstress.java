package dev.weft.sync;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender that begins to wait while room comes gets the room, or is woken for it. */
@JCStressTest
@Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "Found the room.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Was woken.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The room is there, and nobody knows.")
@State
public class RoomJcstress {
  private final BoundedChannel<Integer> channel = new BoundedChannel<>(1);
  private final Rx<Integer> receiver = new Rx<>(channel);
  private final Place<Integer, Boolean> place = new Place.Room<>(channel);
  private volatile int woken;

  /** A full channel. */
  public RoomJcstress() {
    boolean _ = channel.tryPut(1);
  }

  @Actor
  public void receive() {
    TryRecv<Integer> _ = receiver.tryRecv();
  }

  @Actor
  public void send(II_Result result) {
    result.r1 = channel.pollPlace(place, () -> woken = 1) == Place.GRANTED ? 1 : 0;
  }

  @Arbiter
  public void atRest(II_Result result) {
    result.r2 = woken;
  }
}
