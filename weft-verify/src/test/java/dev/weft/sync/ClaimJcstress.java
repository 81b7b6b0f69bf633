package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A receiver of a bounded channel that waits while a message comes gets it, or is woken for it. */
@JCStressTest
@Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "Got the message.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Was woken.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The message is there, and nobody knows.")
@State
public class ClaimJcstress {
  private final BoundedChannel<Integer> channel = new BoundedChannel<>(1);
  private volatile int woken;

  @Actor
  public void send() {
    boolean _ = channel.tryPut(1);
  }

  @Actor
  public void receive(II_Result result) {
    result.r1 = channel.pollRecv(Context.of(() -> woken = 1)) == RawFuture.PENDING ? 0 : 1;
  }

  @Arbiter
  public void atRest(II_Result result) {
    result.r2 = woken;
  }
}
