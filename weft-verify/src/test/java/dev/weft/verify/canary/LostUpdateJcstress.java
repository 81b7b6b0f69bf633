package dev.weft.verify.canary;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A planted fault, run by {@link JcstressTest}: the forbidden outcome does occur. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both updates are there.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "One update is lost.")
@State
public class LostUpdateJcstress {
  private int value;

  @Actor
  public void first() {
    value++;
  }

  @Actor
  public void second() {
    value++;
  }

  @Arbiter
  public void end(I_Result result) {
    result.r1 = value;
  }
}
