package dev.weft.testkit;

import dev.weft.spi.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when told to. Any thread may use it. */
public final class ManualClock implements Clock {

  private final AtomicLong now;

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

  /** Moves the clock, with a negative duration backwards, and returns the new time. */
  public long advance(Duration duration) {
    return advanceNanos(duration.toNanos());
  }

  public long advanceNanos(long nanos) {
    return now.addAndGet(nanos);
  }

  public void set(long nowNanos) {
    now.set(nowNanos);
  }
}
