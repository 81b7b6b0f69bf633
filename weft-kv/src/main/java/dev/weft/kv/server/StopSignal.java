package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.sync.Notify;
import org.jspecify.annotations.Nullable;

/** A switch that goes from off to on once, seen by everybody who waits for it. */
final class StopSignal {

  /*
   * Ordering: `stopped` is written before the notification, and a wait is created before `stopped` is
   * read. So a wait that read false exists when the notification goes out, and Notify reaches every wait
   * that exists, polled or not.
   */

  private final Notify notify = new Notify();
  private volatile boolean stopped;

  void stop() {
    stopped = true;
    notify.notifyWaiters();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Completes once the switch is on. */
  Future<Void> stopped() {
    Future<Void> wait = notify.notified();
    return stopped ? new Over() : wait;
  }

  /**
   * Wakes a task when the switch goes on, for one that looks at {@link #isStopped} in its polls.
   *
   * @return to be cancelled when the task no longer cares
   */
  RawFuture<Void> watch(Context cx) throws Exception {
    RawFuture<Void> wait = RawFuture.own(stopped());
    wait.pollRaw(cx);
    return wait;
  }

  private static final class Over extends LeafFuture<Void> {
    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return null;
    }
  }
}
