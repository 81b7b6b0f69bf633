package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;
import static dev.weft.Async.yieldNow;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.bench.program.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;

/** Tasks that wait for the time. */
final class Sleepers {

  private static final Duration LONG = Duration.ofHours(1);

  private static final int LIMITED_TASKS = 1_000;

  private Sleepers() {}

  /** Returns when all sleep, and lets them. */
  static void hold(Weft weft, int tasks) throws InterruptedException {
    var started = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      var _ = weft.spawn(sleeper(started));
    }
    started.await();
  }

  private static Future<Void> sleeper(CountDownLatch started) {
    return async(
        () -> {
          started.countDown();
          await(sleep(LONG));
        });
  }

  static void timers(Weft weft, int timers) throws InterruptedException {
    var ended = new CountDownLatch(timers);
    for (int i = 0; i < timers; i++) {
      var _ = weft.spawn(timer(Duration.ofMillis(Spread.millis(i)), ended));
    }
    ended.await();
  }

  /** Limits that are set and given up, from many tasks, while others stay set. */
  static Future<Void> timeouts(int timers) {
    return async(
        () -> {
          var tasks = new ArrayList<JoinHandle<Void>>();
          for (int i = 0; i < LIMITED_TASKS; i++) {
            tasks.add(spawn(limited(timers / LIMITED_TASKS)));
          }
          for (JoinHandle<Void> task : tasks) {
            await(task);
          }
        });
  }

  private static Future<Void> limited(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(timeout(LONG.plusNanos(i), yieldNow()));
          }
        });
  }

  private static Future<Void> timer(Duration delay, CountDownLatch ended) {
    return async(
        () -> {
          await(sleep(delay));
          ended.countDown();
        });
  }
}
