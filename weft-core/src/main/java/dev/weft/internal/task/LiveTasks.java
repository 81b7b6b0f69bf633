package dev.weft.internal.task;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All tasks of a runtime that haven't ended. */
public final class LiveTasks {

  /*
   * Doubly linked lists through the tasks, in shards by task number, each under its own lock; a lock is
   * held for a few writes. Once closed, nothing is added: the close flag is read under the shard's
   * lock, and closing takes each lock once, so that a spawn is either seen by the sweep or refused.
   */

  private static final int SHARDS = 64;

  private final Shard[] shards = new Shard[SHARDS];
  private final LongAdder added = new LongAdder();
  private final LongAdder removed = new LongAdder();

  /** Makes an empty, open collection. */
  public LiveTasks() {
    for (int i = 0; i < SHARDS; i++) {
      shards[i] = new Shard();
    }
  }

  /** Adds a task; returns false if the collection is closed. */
  public boolean add(TaskCell<?> task) {
    if (!shard(task).add(task)) {
      return false;
    }
    added.increment();
    return true;
  }

  /** Removes a task that was added. */
  public void remove(TaskCell<?> task) {
    if (shard(task).remove(task)) {
      removed.increment();
    }
  }

  /** Refuses further tasks. */
  public void close() {
    for (Shard shard : shards) {
      shard.close();
    }
  }

  /** Calls back for each task that is alive, outside any lock. */
  public void forEach(Consumer<TaskCell<?>> action) {
    for (Shard shard : shards) {
      for (TaskCell<?> task : shard.snapshot()) {
        action.accept(task);
      }
    }
  }

  /** Tasks ever added. */
  public long addedCount() {
    return added.sum();
  }

  /** Tasks that are alive. */
  public long count() {
    long gone = removed.sum(); // first, so that the difference is never negative
    return added.sum() - gone;
  }

  /** Whether no task is alive; exact once the collection is closed. */
  public boolean isEmpty() {
    for (Shard shard : shards) {
      if (!shard.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private Shard shard(TaskCell<?> task) {
    return shards[(int) task.id() & (SHARDS - 1)];
  }

  private static final class Shard {

    private @Nullable TaskCell<?> first;
    private int size;
    private boolean closed;

    synchronized boolean add(TaskCell<?> task) {
      if (closed) {
        return false;
      }
      TaskCell<?> next = first;
      task.liveNext = next;
      if (next != null) {
        next.livePrev = task;
      }
      first = task;
      size++;
      return true;
    }

    synchronized boolean remove(TaskCell<?> task) {
      TaskCell<?> prev = task.livePrev;
      TaskCell<?> next = task.liveNext;
      if (prev == null && first != task) {
        return false; // never added: spawned on a closed runtime
      }
      if (prev == null) {
        first = next;
      } else {
        prev.liveNext = next;
      }
      if (next != null) {
        next.livePrev = prev;
      }
      task.livePrev = null;
      task.liveNext = null;
      size--;
      return true;
    }

    synchronized void close() {
      closed = true;
    }

    synchronized boolean isEmpty() {
      return first == null;
    }

    synchronized TaskCell<?>[] snapshot() {
      TaskCell<?>[] all = new TaskCell<?>[size];
      int at = 0;
      for (TaskCell<?> task = first; task != null; task = task.liveNext) {
        all[at++] = task;
      }
      return all;
    }
  }
}
