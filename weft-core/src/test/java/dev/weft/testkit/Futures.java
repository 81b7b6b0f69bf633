package dev.weft.testkit;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Futures written by hand, and waits with a limit, for tests. */
public final class Futures {

  private static final long LIMIT_SECONDS = 20;

  private Futures() {}

  /** Calls once and completes. */
  public static <T> Future<T> ready(Callable<T> call) {
    return cx -> Poll.ready(call.call());
  }

  /** Wakes itself and is pending {@code times} times, then calls. */
  public static <T> Future<T> after(int times, Callable<T> call) {
    var left = new AtomicInteger(times);
    return cx -> {
      if (left.getAndDecrement() > 0) {
        cx.waker().wake();
        return Poll.pending();
      }
      return Poll.ready(call.call());
    };
  }

  /** Never completes and never wakes. */
  public static <T> Future<T> never() {
    return cx -> Poll.pending();
  }

  /** Waits for a latch that a test waits for, failing instead of hanging. */
  public static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("nothing happened for " + LIMIT_SECONDS + " s");
    }
  }

  /** A future that a test completes, from any thread, and that notes what is done to it. */
  public static final class Event<T> implements Future<T> {

    private @Nullable Waker waker;
    private @Nullable Poll<T> answer;
    private int polls;
    private int cancels;
    private final CountDownLatch polled = new CountDownLatch(1);

    @Override
    public synchronized Poll<T> poll(Context cx) {
      polls++;
      waker = cx.waker();
      polled.countDown();
      return answer == null ? Poll.pending() : answer;
    }

    @Override
    public synchronized boolean cancel() {
      cancels++;
      return true;
    }

    /** Completes it and wakes whoever polled it. */
    public void complete(T value) {
      Waker toWake;
      synchronized (this) {
        answer = Poll.ready(value);
        toWake = waker;
      }
      if (toWake != null) {
        toWake.wake();
      }
    }

    public synchronized int polls() {
      return polls;
    }

    public synchronized int cancels() {
      return cancels;
    }

    /** Waits until it was polled once. */
    public void awaitPolled() throws InterruptedException {
      Futures.await(polled);
    }
  }

  /**
   * Needs {@code polls} polls after a cancel before it is released, as a block with clean-up does.
   */
  public static final class SlowToCancel<T> implements Future<T> {

    private int left;
    private boolean cancelled;
    private volatile boolean polled;
    private final Runnable cleanUp;

    public SlowToCancel(int polls, Runnable cleanUp) {
      this.left = polls;
      this.cleanUp = cleanUp;
    }

    @Override
    public Poll<T> poll(Context cx) {
      polled = true;
      if (cancelled) {
        if (left-- == 0) {
          cleanUp.run();
          throw new Cancellation("cleaned up");
        }
        cx.waker().wake();
      }
      return Poll.pending();
    }

    @Override
    public boolean cancel() {
      cancelled = true;
      return false;
    }

    /** Whether it was polled, so that an abort finds it begun. */
    public boolean wasPolled() {
      return polled;
    }
  }
}
