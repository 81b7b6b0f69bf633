package dev.weft.kv.store.log;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.sync.Notify;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/** The task that has the log forced a second after the first write that wasn't. */
final class Forcer {

  /*
   * The signal is kept while nobody waits, so a write that comes between a force and the next wait isn't
   * missed. At worst the signal is that of a write which the force has covered, and the next one finds
   * nothing to do.
   */

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final WriteQueue queue;
  private final Notify unforced = new Notify();

  Forcer(WriteQueue queue) {
    this.queue = queue;
  }

  /** For the writing thread: something was written and not forced. */
  void onUnforced() {
    unforced.notifyOne();
  }

  /** Starts the task; closing the result ends it. */
  Closeable start(Weft weft) {
    JoinHandle<Void> task = weft.spawn(run()).detach();
    return task::abort;
  }

  private Future<Void> run() {
    return async(
        () -> {
          try {
            while (true) {
              await(unforced.notified());
              await(sleep(INTERVAL));
              await(new ForceCall(queue));
            }
          } catch (IOException over) {
            // The log has failed, which every writer hears, or the storage is closed.
          }
        });
  }
}
