package dev.weft.verify.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A planted fault: the protocol of a spawn and the sweep without the fences between what each
 * writes and what it reads. Only a memory that reorders shows it, so no model checker does.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Accepted, and swept.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Seen while it was being refused.")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Refused.")
@Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "Accepted behind the sweep.")
@State
public class PlantedSweepJcstress {
  private static final VarHandle PLACE;
  private static final VarHandle CLOSED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PLACE = lookup.findVarHandle(PlantedSweepJcstress.class, "place", Object.class);
      CLOSED = lookup.findVarHandle(PlantedSweepJcstress.class, "closed", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private Object place;
  private boolean closed;

  @Actor
  public void spawn(ZZ_Result result) {
    PLACE.setRelease(this, this);
    result.r1 = !(boolean) CLOSED.getAcquire(this);
  }

  @Actor
  public void closeAndSweep(ZZ_Result result) {
    CLOSED.setRelease(this, true);
    result.r2 = PLACE.getAcquire(this) != null;
  }
}
