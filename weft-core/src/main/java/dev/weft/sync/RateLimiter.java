package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.spi.Clock;
import dev.weft.time.Deadlines;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * At most so many operations in a time, strictly first come, first served: a bucket of tokens that
 * fills evenly.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="rate"}
 *
 * <p>A full bucket lets a burst through; after that, tokens come one by one, evenly over the time.
 * A request for several collects them as they come, and no later one gets any meanwhile.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class RateLimiter {

  /*
   * Idea: only the first in line has a timer, set for when its tokens are there. When it goes, served or
   * cancelled, it wakes the next, which then sets its own. The bucket is computed from the clock when
   * somebody looks, so that nothing runs while nobody waits, and a cancel has nothing to give back.
   *
   * Exactness: the level is counted in tokens times `periodNanos`. A nanosecond adds `tokens` of these
   * units and a token costs `periodNanos`, so that nothing is rounded: over any time there are as many tokens
   * as the rate says, also if a token takes a fraction of a nanosecond.
   *
   * Ownership: level, time and line are guarded by the line's monitor, which is held for a few reads and
   * writes. The sleep of a wait belongs to its owner.
   */

  private final Clock clock;
  private final int tokens;
  private final long periodNanos;
  private final int burst;
  private final long full; // of a full bucket

  private final WaitQueue line = new WaitQueue();
  private long level;
  private long filledAt;

  RateLimiter(Clock clock, int tokens, Duration period, int burst) {
    this.clock = clock;
    this.tokens = positive(tokens, "number of tokens");
    this.burst = positive(burst, "burst");
    this.periodNanos = Deadlines.nanos(Objects.requireNonNull(period, "period"));
    if (periodNanos < 1) {
      throw new IllegalArgumentException(
          "The period of a rate limiter is " + period + "; it must be 1 ns or more.");
    }
    if (burst > Long.MAX_VALUE / 2 / periodNanos) {
      throw new IllegalArgumentException(
          "The burst of a rate limiter is "
              + burst
              + " and its period "
              + period
              + "; together they must be less than 4.6e18 token-nanoseconds.");
    }
    this.full = burst * periodNanos;
    this.level = full;
    this.filledAt = clock.nanoTime();
  }

  private static int positive(int value, String what) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "The " + what + " of a rate limiter is " + value + "; it must be 1 or more.");
    }
    return value;
  }

  /**
   * A limiter of the runtime that runs the calling code, with a full bucket of as many tokens as
   * come in a period.
   *
   * @param tokens how many come in a period, 1 or more
   * @param period the time, 1 ns or more
   * @return a limiter
   * @throws IllegalArgumentException if one of them is out of its range
   * @throws IllegalStateException outside any runtime
   */
  public static RateLimiter create(int tokens, Duration period) {
    return on(Weft.current(), tokens, period, tokens);
  }

  /**
   * A limiter of a runtime, with a full bucket.
   *
   * @param runtime by whose clock tokens come; its tasks wait for them
   * @param tokens how many come in a period, 1 or more
   * @param period the time, 1 ns or more
   * @param burst how many the bucket holds, 1 or more
   * @return a limiter
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public static RateLimiter on(Weft runtime, int tokens, Duration period, int burst) {
    Objects.requireNonNull(runtime, "runtime");
    return new RateLimiter(runtime::nanoTime, tokens, period, burst);
  }

  /**
   * Takes one token; see {@link #acquire(int)}.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost.
   *
   * @return completes when the token is taken
   */
  @CancelSafe
  public Future<Void> acquire() {
    return acquire(1);
  }

  /**
   * Takes tokens, waiting in line from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost, and no token.
   *
   * @param count how many, 0 to the burst
   * @return completes when the tokens are taken
   * @throws IllegalArgumentException if {@code count} is negative, or more than the bucket holds
   */
  @CancelSafe
  public Future<Void> acquire(int count) {
    return new Wait(this, checkCount(count));
  }

  /**
   * Takes one token if it is there and nobody waits for it.
   *
   * @return whether it was taken
   */
  public boolean tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes tokens if so many are there and nobody waits for them.
   *
   * @param count how many, 0 to the burst
   * @return whether they were taken
   * @throws IllegalArgumentException if {@code count} is negative, or more than the bucket holds
   */
  public boolean tryAcquire(int count) {
    checkCount(count);
    long now = clock.nanoTime();
    synchronized (line) {
      return line.isEmpty() && take(count, now);
    }
  }

  /**
   * How many tokens the bucket has.
   *
   * @return a snapshot
   */
  public int available() {
    long now = clock.nanoTime();
    synchronized (line) {
      fill(now);
      return (int) (level / periodNanos);
    }
  }

  private int checkCount(int count) {
    if (count < 0 || count > burst) {
      throw new IllegalArgumentException(
          "A number of tokens is " + count + "; it must be 0 to the burst, " + burst + ".");
    }
    return count;
  }

  /** In the monitor. */
  private void fill(long now) {
    long elapsed = now - filledAt;
    if (elapsed > 0) { // another thread may have read the clock later and been here before
      filledAt = now;
      long missing = full - level;
      level = elapsed > missing / tokens ? full : level + elapsed * tokens;
    }
  }

  /** In the monitor. */
  private boolean take(int count, long now) {
    fill(now);
    long cost = count * periodNanos;
    if (level < cost) {
      return false;
    }
    level -= cost;
    return true;
  }

  /** In the monitor: when so many tokens will be there, if nobody takes any. */
  private long dueAt(int count) {
    return filledAt + Math.ceilDiv(count * periodNanos - level, tokens);
  }

  /** The owner's poll: whether it has its tokens; if not, {@code wait.deadline} says for when. */
  private boolean poll(Wait wait, Context cx) {
    var woken = new WakeBatch();
    long now = clock.nanoTime();
    synchronized (line) {
      if (!wait.queued) {
        if (line.isEmpty() && take(wait.count, now)) {
          return true;
        }
        line.addLast(wait);
        wait.queued = true;
      }
      wait.first = line.first() == wait;
      if (!wait.first || !take(wait.count, now)) {
        wait.waker = cx.waker();
        wait.deadline = wait.first ? dueAt(wait.count) : 0;
        return false;
      }
      leave(wait, woken);
    }
    woken.wakeAll();
    return true;
  }

  /** In the monitor: takes a wait out; the one that is first then is to be woken. */
  private void leave(Wait wait, WakeBatch woken) {
    boolean wasFirst = line.first() == wait;
    line.remove(wait);
    wait.queued = false;
    wait.waker = null;
    if (wasFirst && line.first() instanceof Wait next) {
      woken.take(next);
    }
  }

  private void cancel(Wait wait) {
    var woken = new WakeBatch();
    synchronized (line) {
      if (wait.queued) {
        leave(wait, woken);
      }
    }
    woken.wakeAll();
  }

  private static final class Wait extends WaitNode<Void> {

    private final RateLimiter limiter;
    private final int count;
    private boolean queued; // in the monitor
    private boolean first; // written in the monitor by the owner alone
    private long deadline; // if it is the first
    private @Nullable Sleep sleep; // the owner's

    Wait(RateLimiter limiter, int count) {
      this.limiter = limiter;
      this.count = count;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      while (!limiter.poll(this, cx)) {
        if (!first || sleep(cx)) {
          return PENDING;
        }
      }
      wakeUp();
      return null;
    }

    /** Whether the timer runs; if not, the time has come. */
    private boolean sleep(Context cx) throws Exception {
      Sleep set = sleep;
      if (set == null || set.deadlineNanos() != deadline) {
        wakeUp();
        set = Sleep.until(deadline);
        sleep = set;
      }
      if (set.pollRaw(cx) == PENDING) {
        return true;
      }
      sleep = null;
      return false;
    }

    private void wakeUp() {
      Sleep set = sleep;
      if (set != null) {
        sleep = null;
        set.cancel();
      }
    }

    @Override
    protected boolean cancelLeaf() {
      wakeUp();
      limiter.cancel(this);
      return true;
    }

    @Override
    public String toString() {
      return "acquire of " + limiter;
    }
  }

  @Override
  public String toString() {
    return "RateLimiter[" + tokens + " in " + Duration.ofNanos(periodNanos) + "]";
  }
}
