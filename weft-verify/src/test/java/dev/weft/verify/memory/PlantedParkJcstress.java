package dev.weft.verify.memory;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A planted fault: who wakes looks whether the other sleeps, who has looked but doesn't yet. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "It has seen the work.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "It slept beside the work.")
@State
public class PlantedParkJcstress {
  private static final long LIMIT_NANOS = 50_000_000;

  private volatile boolean work;
  private volatile Thread asleep;

  @Actor
  public void sleep(I_Result result) {
    long start = System.nanoTime();
    if (!work) {
      asleep = Thread.currentThread();
      LockSupport.parkNanos(this, LIMIT_NANOS);
    }
    result.r1 = System.nanoTime() - start < LIMIT_NANOS ? 0 : 1;
  }

  @Actor
  public void wake() {
    Thread sleeper = asleep;
    work = true;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }
}
