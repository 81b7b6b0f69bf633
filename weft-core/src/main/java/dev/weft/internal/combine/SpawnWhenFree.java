package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import org.jspecify.annotations.Nullable;

/**
 * Waits for room in a join set or map, and spawns.
 *
 * <p><em>Cancellation:</em> the task wasn't started, and its future is as it was.
 */
final class SpawnWhenFree<T extends @Nullable Object> extends WaitLine.Place<JoinHandle<T>> {

  private final JoinCore<T> core;
  private final @Nullable Object key;
  private final Future<T> future;

  SpawnWhenFree(JoinCore<T> core, @Nullable Object key, Future<T> future) {
    this.core = core;
    this.key = key;
    this.future = future;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    JoinHandle<T> handle = core.spawnIfFree(key, future, this, cx.waker());
    return handle == null ? PENDING : handle;
  }

  @Override
  protected boolean cancelLeaf() {
    core.leaveSpawners(this);
    return true;
  }

  @Override
  public String toString() {
    return "room in a join set for " + future;
  }
}
