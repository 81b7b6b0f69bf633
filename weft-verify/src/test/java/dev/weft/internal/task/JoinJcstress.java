package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.Poll;
import dev.weft.codegen.RawFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who joins a task while it ends gets the whole outcome, or is woken for it. */
@JCStressTest
@Outcome(id = "42, [01]", expect = Expect.ACCEPTABLE, desc = "Joined at once.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Waited, and was woken.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Waits for ever.")
@Outcome(id = "-1, .*", expect = Expect.FORBIDDEN, desc = "Saw an outcome that isn't there.")
@State
public class JoinJcstress {
  private final StubSite site = new StubSite();
  private final TaskCell<Integer> task =
      new TaskCell<>(new StubOwner(ignored -> {}), 1, cx -> Poll.ready(42));
  private final RawFuture<Integer> join = task.newWait();
  private volatile int woken;

  @Actor
  public void end() {
    task.run(site);
  }

  @Actor
  public void join(II_Result result) {
    try {
      Object polled = join.pollRaw(Context.of(() -> woken = 1));
      boolean whole = polled instanceof Integer value && value == 42;
      result.r1 = polled == RawFuture.PENDING ? 0 : whole ? 42 : -1;
    } catch (Exception failure) {
      result.r1 = -1;
    }
  }

  @Arbiter
  public void atRest(II_Result result) {
    result.r2 = woken;
  }
}
