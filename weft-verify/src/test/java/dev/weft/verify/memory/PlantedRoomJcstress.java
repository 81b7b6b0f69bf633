package dev.weft.verify.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A planted fault: no fence between the consumer's step and its look at who waits. */
@JCStressTest
@Outcome(
    id = {"1, 0", "0, 1", "1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One saw the other.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "It waits beside the room.")
@State
public class PlantedRoomJcstress {

  private int head;
  private volatile int queued;

  @Actor
  public void receive(II_Result result) {
    HEAD.setRelease(this, 1);
    result.r1 = queued;
  }

  @Actor
  public void send(II_Result result) {
    queued = 1;
    result.r2 = (int) HEAD.getAcquire(this);
  }

  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(PlantedRoomJcstress.class, "head", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
