package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A worker with queues of its own, which steals from others when they are empty. */
final class StealingWorker extends Worker {

  /*
   * LIFO slot: the task woken last, since what it needs is still in the cache; the one that it displaces
   * goes to the ring. After LIFO_CAP tasks in a row from the slot the next wake-up goes to the ring, so
   * that two tasks which wake each other can't starve the rest. Thieves leave the slot alone until it is
   * old: the monitor takes it from a worker that is stuck, and a thief that spins, after it has seen it
   * in the same poll for a while (see OldSlot).
   *
   * A task that yields goes to the end of the ring, and the driver is turned before the first such task
   * is polled again: `yieldMark` is its position in the ring.
   */

  private static final int LIFO_CAP = 3;
  private static final int INJECT_BATCH = SpmcRunQueue.CAPACITY / 2;

  private final SpmcRunQueue ring = new SpmcRunQueue();
  private final OldSlot oldSlot = new OldSlot();

  private volatile @Nullable TaskCell<?> lifo;

  private int lifoInRow;
  private boolean yieldMarked;
  private int yieldMark;

  StealingWorker(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    super(pool, index, turn, home);
  }

  @Override
  @Nullable TaskCell<?> takeLocal() {
    TaskCell<?> task = lifo == null ? null : takeKept();
    if (task != null) {
      lifoInRow++;
      return task;
    }
    if (lifoInRow != 0) {
      stats().hitLifo(lifoInRow);
      lifoInRow = 0;
    }
    if (yieldMarked && ring.isTakenUpTo(yieldMark)) {
      yieldMarked = false;
      turnDriver();
    }
    return ring.pop();
  }

  @Override
  @Nullable TaskCell<?> takeKept() {
    return (TaskCell<?>) LIFO.getAndSet(this, null);
  }

  @Override
  @Nullable TaskCell<?> takeInjected() {
    InjectQueue inject = pool.inject();
    int waiting = inject.size();
    if (waiting == 0) {
      return null;
    }
    int share = Math.min(waiting / pool.workers() + 1, INJECT_BATCH);
    return inject.popInto(ring, share);
  }

  @Override
  @Nullable TaskCell<?> steal() {
    int count = pool.highWater();
    int start = random().nextInt(count);
    for (int i = 0; i < count; i++) {
      if (pool.worker((start + i) % count) instanceof StealingWorker victim && victim != this) {
        TaskCell<?> task = victim.ring.stealInto(ring);
        if (task != null) {
          stole(victim, ring.size() + 1);
          return task;
        }
      }
    }
    return parts().settings().spinNanos() > 0 ? stealOldSlot(count) : null;
  }

  private @Nullable TaskCell<?> stealOldSlot(int count) {
    for (int i = 0; i < count; i++) {
      if (pool.worker(i) instanceof StealingWorker victim && victim != this && victim.hasKept()) {
        if (oldSlot.isOld(i, victim.ticks(), parts().realNanos())) {
          TaskCell<?> task = victim.takeKept();
          if (task != null) {
            stole(victim, 1);
          }
          return task;
        }
        return null; // one at a time: to remember all would cost more than it brings
      }
    }
    return null;
  }

  private void stole(Worker victim, int tasks) {
    stats().stole(tasks);
    parts().events().stole(index(), victim.index(), tasks);
  }

  @Override
  void push(TaskCell<?> task) {
    if (lifoInRow >= LIFO_CAP) {
      pushRing(task);
      pool.notifyOne();
      return;
    }
    TaskCell<?> displaced = (TaskCell<?>) LIFO.getAndSet(this, task);
    if (displaced != null) {
      pushRing(displaced);
      notifyUnlessLeft();
    }
  }

  @Override
  void pushAgain(TaskCell<?> task, boolean yielded) {
    if (yielded) {
      stats().yielded();
      if (!yieldMarked) {
        yieldMarked = true;
        yieldMark = ring.end();
      }
    }
    pushRing(task);
  }

  private void pushRing(TaskCell<?> task) {
    if (!ring.push(task)) {
      var overflow = new TaskChain();
      ring.takeHalfForOverflow(overflow);
      overflow.append(task);
      pool.inject().push(overflow);
      stats().overflowed();
    }
  }

  @Override
  void letGoOfKept() {
    TaskCell<?> task = takeKept();
    if (task != null) {
      pushRing(task);
    }
  }

  @Override
  boolean hasKept() {
    return lifo != null;
  }

  @Override
  boolean hasRunnable() {
    return !ring.isEmpty();
  }

  @Override
  int depth() {
    return ring.size() + (lifo == null ? 0 : 1);
  }

  private static final VarHandle LIFO;

  static {
    try {
      LIFO = MethodHandles.lookup().findVarHandle(StealingWorker.class, "lifo", TaskCell.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
