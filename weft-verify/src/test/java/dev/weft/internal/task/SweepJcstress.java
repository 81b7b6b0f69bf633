package dev.weft.internal.task;

import dev.weft.Poll;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A spawn that races with the end of the runtime is refused or seen by the sweep. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Accepted, and swept.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Seen while it was being refused.")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Refused.")
@Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "Accepted behind the sweep.")
@State
public class SweepJcstress {
  private final LiveTasks live = new LiveTasks(2);
  private final TaskRegister register = live.lend();
  private final TaskCell<Integer> task =
      new TaskCell<>(new StubOwner(ignored -> {}), 1, cx -> Poll.ready(1));

  @Actor
  public void spawn(ZZ_Result result) {
    result.r1 = live.add(task, register);
  }

  @Actor
  public void closeAndSweep(ZZ_Result result) {
    live.close();
    live.forEach(found -> result.r2 = true);
  }
}
