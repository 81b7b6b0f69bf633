package dev.weft.internal.stackful;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Coroutines are abandoned by some threads while one closer works, or is about to go. */
public class AbandonedModel {

  private final ArrayDeque<Runnable> started = new ArrayDeque<>();
  private final Abandoned abandoned = new Abandoned(this::start, 1);
  private final AtomicInteger added = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  private void start(Runnable closer) {
    synchronized (started) {
      started.add(closer);
    }
  }

  private boolean runOne() {
    Runnable closer;
    synchronized (started) {
      closer = started.poll();
    }
    if (closer == null) {
      return false;
    }
    closer.run();
    return true;
  }

  @Operation
  public void abandon() {
    added.incrementAndGet();
    abandoned.add(new Cleanup());
  }

  @Operation(nonParallelGroup = "thread")
  public boolean closer() {
    return runOne();
  }

  @Validate
  public void atRest() {
    while (runOne()) {}
    if (closed.get() != added.get()) {
      throw new AssertionError(closed.get() + " of " + added.get() + " were closed");
    }
  }

  private final class Cleanup implements Abandoned.Owned {
    @Override
    public boolean isEnded() {
      return false;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
