package dev.weft.sync;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** One token a second: two who wait and may give up, one who only tries, and the clock. */
public class RateModel {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final RateLimiter limiter = new RateLimiter(clock, 1, SECOND, 2);
  private final Waiter both = new Waiter(() -> limiter.acquire(2));
  private final Waiter one = new Waiter(limiter::acquire);
  private int tried;

  /** A task of its own, with timers of its own. */
  private final class Waiter {

    private final TestTask task = new TestTask(clock);
    private final Supplier<Future<Void>> source;
    private Future<Void> future;
    private boolean asleep;
    private int got;

    Waiter(Supplier<Future<Void>> source) {
      this.source = source;
    }

    String poll() {
      if (future == null) {
        future = source.get();
      }
      task.takeWakes();
      try {
        asleep = !(task.poll(future) instanceof Poll.Ready<Void>);
      } catch (Exception failure) {
        throw new AssertionError(failure);
      }
      if (!asleep) {
        future = null;
        got++;
      }
      return asleep ? "pending" : "ready";
    }

    void cancel() {
      if (future != null) {
        future.cancel();
        future = null;
        asleep = false;
      }
    }

    /** Fires what is due and goes on if that, or somebody else, has woken it. */
    void turn() {
      task.timers().fire(clock.nanoTime());
      if (asleep && task.wakes() > 0) {
        poll();
      }
    }
  }

  @Operation(nonParallelGroup = "both")
  public String pollBoth() {
    return both.poll();
  }

  @Operation(nonParallelGroup = "both")
  public void cancelBoth() {
    both.cancel();
  }

  @Operation(nonParallelGroup = "one")
  public String pollOne() {
    return one.poll();
  }

  @Operation(nonParallelGroup = "one")
  public void cancelOne() {
    one.cancel();
  }

  @Operation(nonParallelGroup = "try")
  public boolean tryAcquire() {
    boolean got = limiter.tryAcquire();
    tried += got ? 1 : 0;
    return got;
  }

  @Operation(nonParallelGroup = "try")
  public void second() {
    clock.advance(SECOND);
  }

  @Validate
  public void atRest() {
    for (int i = 0; i < 8; i++) {
      both.turn();
      one.turn();
      clock.advance(SECOND);
    }
    if (both.asleep || one.asleep) {
      throw new AssertionError("a wait for tokens isn't over after 8 s: nobody woke it");
    }
    long came = 2 + clock.nanoTime() / SECOND.toNanos();
    if (2 * both.got + one.got + tried > came) {
      throw new AssertionError("more than " + came + " tokens were taken");
    }
  }
}
