package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * The task that ends calls whose time is up while they wait in line, and all of them when the
 * runtime closes.
 */
final class LineWatch extends LeafFuture<Void> {

  /*
   * Idea: calls pass through the line all the time and hardly ever wait there until their deadline. So
   * the watch is set once for the first of them and looks again when it rings; it is woken earlier only
   * for a call that is due before that.
   *
   * Ownership: `set` and `at` belong to the pool's monitor, `alarm` to the task.
   */

  private final Pool pool;
  private final Alarm alarm = new Alarm();
  private volatile @Nullable Waker waker;
  private boolean set;
  private long at;

  LineWatch(Pool pool) {
    this.pool = pool;
  }

  /** In the pool's monitor: whether it has to be woken because of this deadline. */
  boolean setFor(long deadline) {
    if (set && deadline - at >= 0) {
      return false;
    }
    set = true;
    at = deadline;
    return true;
  }

  void unset() {
    set = false;
  }

  boolean isSet() {
    return set;
  }

  long at() {
    return at;
  }

  void wake() {
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    waker = cx.waker();
    while (true) {
      long now = TaskContext.services(cx).clock().nanoTime();
      if (pool.calls().expire(now, alarm)) {
        return null;
      }
      if (!alarm.rings(cx)) {
        return PENDING;
      }
    }
  }

  /** Somebody stops the task: the pool itself after its end, or the runtime when it closes. */
  @Override
  protected boolean cancelLeaf() {
    alarm.stop();
    pool.endWithRuntime();
    return true;
  }
}
