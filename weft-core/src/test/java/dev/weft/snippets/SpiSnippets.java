package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.yieldNow;

import dev.weft.*;
import dev.weft.spi.Clock;
import dev.weft.spi.RuntimeOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Replacing what a runtime is made of. */
final class SpiSnippets {

  private SpiSnippets() {}

  static Weft onClock(Clock clock) {
    // @start region="clock"
    var options = (RuntimeOptions) Weft.builder();
    Weft weft = options.clock(clock).workers(1).build();
    // @end
    return weft;
  }

  // @start region="testClock"
  /** A clock that moves only when a test says so. */
  static final class TestClock implements Clock {
    private final AtomicLong now = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    @Override
    public long nanoTime() {
      return now.get();
    }

    @Override
    public void onJump(Runnable listener) {
      listeners.add(listener);
    }

    void advance(Duration time) {
      now.addAndGet(time.toNanos());
      listeners.forEach(Runnable::run); // sleepers look again
    }
  }

  // @end

  static boolean tomorrow() throws Exception {
    // @start region="testTime"
    var clock = new TestClock();
    var options = (RuntimeOptions) Weft.builder();
    try (Weft weft = options.clock(clock).scheduler(Weft.Scheduler.CURRENT_THREAD).build()) {
      return weft.blockOn(
          async(
              () -> {
                JoinHandle<Void> day = spawn(sleep(Duration.ofDays(1)));
                await(yieldNow()); // lets it begin to sleep
                clock.advance(Duration.ofDays(1));
                await(day);
                return day.isFinished();
              }));
    }
    // @end
  }
}
