package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Waker;
import dev.weft.codec.FrameException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/** One connection of a pool from the attempt to make it to its end, and the task that runs it. */
final class Lane {

  /*
   * State: DIALING -> UP -> gone from the pool. A lane is used once; what it leaves behind goes back
   * to the pool, which opens another one if there is still something to do.
   *
   * Ownership: `up`, `load`, `woken`, `suspect` belong to the pool's monitor. `load` counts the calls
   * that were taken and not settled; `woken` says that the task will come for calls by itself, so
   * that it need not be woken for each. `waker` is written by the task in each poll, before it asks the
   * pool for calls. `link` and `handle` are read by who closes the pool.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  final Todo toWake = new Todo(this, null, false);

  private final Pool pool;
  boolean up;
  int load;
  boolean woken;
  boolean suspect;

  private volatile @Nullable Waker waker;
  private volatile @Nullable Link link;
  private volatile @Nullable JoinHandle<Void> handle;
  private @Nullable Exchange exchange; // the task's

  Lane(Pool pool) {
    this.pool = pool;
  }

  /** A lane over a connection that was made already. */
  Lane(Pool pool, Link link) {
    this(pool);
    this.link = link;
  }

  boolean canTake(int most) {
    return up && !suspect && load < most;
  }

  void started(JoinHandle<Void> handle) {
    this.handle = handle;
  }

  void setWaker(Waker waker) {
    this.waker = waker;
  }

  void wake() {
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  /** What the task does: after a pause if an attempt has failed before. */
  Future<Void> run(int failures, long failedAt) {
    return async(
        () -> {
          Throwable why = null;
          long lostAt = 0;
          try {
            await(connectAndServe(failures, failedAt));
          } catch (Exception lost) {
            why = lost;
            lostAt = await(new Now());
            log(lost);
          } catch (Throwable fatal) {
            why = fatal;
            throw fatal;
          } finally {
            pool.connections().lost(this, exchange, why, lostAt);
            await(close());
          }
        });
  }

  private Future<Void> connectAndServe(int failures, long failedAt) {
    return async(
        () -> {
          Link open = link;
          if (open == null) {
            if (failures > 0) {
              await(new Pause(pool.settings().backoff(), failures, failedAt));
            }
            if (!pool.connections().isWanted()) {
              return;
            }
            open = await(pool.settings().dial());
            link = open;
          }
          exchange = new Exchange(pool, this, open.frames());
          pool.connections().up(this);
          await(exchange);
        });
  }

  private void log(Exception lost) {
    switch (lost) {
      case FrameException _, ProtocolException _ ->
          LOG.log(
              Level.WARNING, () -> pool + " broke the rules of the protocol: " + lost.getMessage());
      case IOException _ ->
          LOG.log(Level.DEBUG, () -> "Lost a connection to " + pool + ": " + lost);
      default -> LOG.log(Level.ERROR, () -> "A connection to " + pool + " failed", lost);
    }
  }

  /** Closes the connection if there is one; its task ends then. */
  Future<Void> close() {
    return async(
        () -> {
          Link open = link;
          if (open != null) {
            try {
              await(open.closeAsync());
            } catch (IOException ignored) {
              LOG.log(Level.DEBUG, () -> "Closing a connection to " + pool + " failed", ignored);
            }
          }
        });
  }

  @Nullable JoinHandle<Void> handle() {
    return handle;
  }
}
