package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Three steps with a pause before each: once with timers and callbacks, where each step is nested
 * in the one before it, and once with {@code await}, where they are a loop.
 */
public final class TimerChain {

  static final Duration PAUSE = Duration.ofMillis(10);

  private TimerChain() {}

  /**
   * Prints the same lines twice.
   *
   * @param args not used
   * @throws Exception never in practice
   */
  public static void main(String[] args) throws Exception {
    IO.println("with callbacks:");
    withCallbacks(IO::println);
    IO.println("with await:");
    try (Weft weft = Weft.create()) {
      weft.blockOn(withAwait(IO::println));
    }
  }

  static void withCallbacks(Consumer<String> say) throws InterruptedException {
    try (ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor()) {
      var done = new CountDownLatch(1);
      // If a step threw, nobody would hear of it, and the latch would never open.
      after(
          timers,
          () -> {
            say.accept("step 1");
            after(
                timers,
                () -> {
                  say.accept("step 2");
                  after(
                      timers,
                      () -> {
                        say.accept("step 3");
                        done.countDown();
                      });
                });
          });
      done.await();
    }
  }

  private static void after(ScheduledExecutorService timers, Runnable step) {
    ScheduledFuture<?> _ = timers.schedule(step, PAUSE.toNanos(), TimeUnit.NANOSECONDS);
  }

  // @start region="await"
  static Future<Void> withAwait(Consumer<String> say) {
    return async(
        () -> {
          for (int step = 1; step <= 3; step++) {
            await(sleep(PAUSE));
            say.accept("step " + step); // a failure ends the loop and reaches whoever awaits
          }
        });
  }
  // @end
}
