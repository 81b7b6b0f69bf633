package dev.weft.internal.scheduler;

import dev.weft.spi.Driver;
import java.lang.reflect.Proxy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A thread that falls asleep while work comes wakes up, or doesn't fall asleep. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "It has seen the work.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "It slept beside the work.")
@State
public class ParkJcstress {
  private static final long LIMIT_NANOS = 3_000_000_000L; // nobody sleeps for so long but in vain

  private static final Driver NONE =
      (Driver)
          Proxy.newProxyInstance(
              ParkJcstress.class.getClassLoader(),
              new Class<?>[] {Driver.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException("no sleep in a driver here");
              });

  private final Parker parker = new Parker();
  private boolean work; // plain: an unpark that comes first ends the park anyway

  @Actor
  public void sleep(I_Result result) {
    parker.bind();
    long start = System.nanoTime();
    if (!work) {
      parker.park(LIMIT_NANOS);
    }
    result.r1 = System.nanoTime() - start < LIMIT_NANOS ? 0 : 1;
  }

  @Actor
  public void wake() {
    work = true;
    parker.unpark(NONE);
  }
}
