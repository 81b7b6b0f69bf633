package dev.weft.bench.compare.model;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Activities that compute, how far each gets, and how late a ticker runs because of them. */
public final class Hogs {

  /** The pause between two ticks. */
  public static final Duration PERIOD = Duration.ofMillis(5);

  private static final int ROUNDS = 4_000; // some 10 microseconds
  private static final int SPREAD = 8; // longs of a cache line

  private final int count;
  private final AtomicLongArray steps;
  private final long start = System.nanoTime();
  private final long nanos;
  private final AtomicLong sink = new AtomicLong();
  private long lastTick = start;
  private long worst;

  /**
   * Begins now.
   *
   * @param count how many compute
   * @param length for how long
   */
  public Hogs(int count, Duration length) {
    this.count = count;
    this.nanos = length.toNanos();
    this.steps = new AtomicLongArray(count * SPREAD);
  }

  /**
   * How many compute.
   *
   * @return at least 1
   */
  public int count() {
    return count;
  }

  /**
   * Computes for some microseconds.
   *
   * @param hog which one, from 0
   * @return whether it is to go on
   */
  public boolean step(int hog) {
    if (isOver()) {
      return false;
    }
    long x = hog + 1L;
    for (int i = 0; i < ROUNDS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    if (x == 0) { // never, which the compiler doesn't know
      sink.incrementAndGet();
    }
    steps.lazySet(hog * SPREAD, steps.getPlain(hog * SPREAD) + 1);
    return true;
  }

  /**
   * Takes the time of a tick.
   *
   * @return whether another one is wanted
   */
  public synchronized boolean tick() {
    long now = Math.min(System.nanoTime(), start + nanos);
    worst = Math.max(worst, now - lastTick - PERIOD.toNanos());
    lastTick = now;
    return !isOver();
  }

  /**
   * How late the latest tick was; the time after the last one counts, too.
   *
   * @return nanoseconds
   */
  public synchronized long worstNanos() {
    tick();
    return worst;
  }

  /**
   * How far all got.
   *
   * @return steps
   */
  public long steps() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += steps.get(i * SPREAD);
    }
    return sum;
  }

  /**
   * How evenly they got on: Jain's index.
   *
   * @return 1 if all got as far; 1/n if one of n got on and the others didn't; 0 if none did
   */
  public double fairness() {
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double each = steps.get(i * SPREAD);
      squares += each * each;
    }
    double sum = steps();
    return squares == 0 ? 0 : sum * sum / (count * squares);
  }

  private boolean isOver() {
    return System.nanoTime() - start >= nanos;
  }
}
