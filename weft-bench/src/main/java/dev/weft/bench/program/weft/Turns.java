package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.Async.yieldNow;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.sync.AsyncMutex;
import java.util.ArrayList;
import java.util.List;

/** Tasks that take turns. */
final class Turns {

  private static final int YIELDING = 1_000;
  private static final int LOCKING = 100;

  private Turns() {}

  static Future<Void> yields(int yields) {
    return async(
        () -> {
          var tasks = new ArrayList<JoinHandle<Void>>();
          for (int i = 0; i < YIELDING; i++) {
            tasks.add(spawn(yielding(yields / YIELDING)));
          }
          await(all(tasks));
        });
  }

  private static Future<Void> yielding(int yields) {
    return async(
        () -> {
          for (int i = 0; i < yields; i++) {
            await(yieldNow());
          }
        });
  }

  /** All want the same lock, for a moment each time. */
  static Future<Void> mutex(int locks) {
    return async(
        () -> {
          var mutex = new AsyncMutex();
          var count = new int[1];
          var tasks = new ArrayList<JoinHandle<Void>>();
          for (int i = 0; i < LOCKING; i++) {
            tasks.add(spawn(locking(mutex, count, locks / LOCKING)));
          }
          await(all(tasks));
        });
  }

  private static Future<Void> locking(AsyncMutex mutex, int[] count, int locks) {
    return async(
        () -> {
          for (int i = 0; i < locks; i++) {
            try (var _ = await(mutex.lock())) {
              count[0]++;
            }
          }
        });
  }

  private static Future<Void> all(List<JoinHandle<Void>> tasks) {
    return async(
        () -> {
          for (JoinHandle<Void> task : tasks) {
            await(task);
          }
        });
  }
}
