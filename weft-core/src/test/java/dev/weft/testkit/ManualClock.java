package dev.weft.testkit;

import dev.weft.spi.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when told to, and then tells the runtimes that run by it. Any thread may
 * use it.
 */
public final class ManualClock implements Clock {

  private final AtomicLong now;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  public ManualClock() {
    this(0);
  }

  /** Starts at a time, for example shortly before the clock's value overflows. */
  public ManualClock(long nowNanos) {
    now = new AtomicLong(nowNanos);
  }

  @Override
  public long nanoTime() {
    return now.get();
  }

  @Override
  public void onJump(Runnable listener) {
    listeners.add(listener);
  }

  /** Moves the clock, with a negative duration backwards, and returns the new time. */
  public long advance(Duration duration) {
    return advanceNanos(duration.toNanos());
  }

  public long advanceNanos(long nanos) {
    long moved = now.addAndGet(nanos);
    listeners.forEach(Runnable::run);
    return moved;
  }

  public void set(long nowNanos) {
    now.set(nowNanos);
    listeners.forEach(Runnable::run);
  }
}
