package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.JoinHandle;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How a pool and its tasks are brought to their end. */
final class Closing {

  private Closing() {}

  /** Ends all calls and connections at once. */
  static Future<Void> close(Pool pool) {
    return async(
        () -> {
          pool.end(Failures.closed(pool.settings().address()));
          for (Lane lane : pool.removeLanes()) {
            await(stopped(lane.handle()));
            await(lane.close()); // if its task had not begun, it has closed nothing
          }
          await(stopped(pool.watching()));
        });
  }

  private static Future<Void> stopped(@Nullable JoinHandle<Void> task) {
    return async(
        () -> {
          if (task != null) {
            task.abort();
            try {
              await(task);
            } catch (CancellationException expected) {
              // that is how an aborted task ends
            }
          }
        });
  }

  /** Lets calls finish first; whether all did. */
  static Future<Boolean> shutdown(Pool pool, Duration limit) {
    return async(
        () -> {
          boolean all = true;
          Future<Void> settled = pool.settled().notified();
          if (!pool.refuse()) {
            try {
              await(timeout(limit, settled));
            } catch (TimeoutException late) {
              all = false;
            }
          }
          await(close(pool));
          return all;
        });
  }
}
