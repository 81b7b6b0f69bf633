package dev.weft.sync;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A receiver that registers while a message comes sees the message, or is woken for it. */
@JCStressTest
@Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "Saw the message.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Was woken.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The message is there, and nobody knows.")
@State
public class HandOverJcstress {
  private final SegmentQueue<Integer> queue = new SegmentQueue<>(1, 2);
  private final WakerSlot receiving = new WakerSlot();
  private volatile int woken;

  @Actor
  public void send() {
    boolean _ = queue.offer(1);
    receiving.wake();
  }

  @Actor
  public void receive(II_Result result) {
    receiving.register(() -> woken = 1);
    result.r1 = queue.poll() == SegmentQueue.EMPTY ? 0 : 1;
  }

  @Arbiter
  public void atRest(II_Result result) {
    result.r2 = woken;
  }
}
