package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A worker with queues of its own, which steals from others when they are empty. */
class StealingWorker extends Worker {

  /*
   * LIFO slot: the task woken last, or the first of those that a poll starts, since what it needs is still
   * in the cache. A woken task displaces what is there, which goes to the ring, or to the deque if it was
   * never polled. After LIFO_CAP tasks in a row from the slot the next one goes there at once, so that two
   * tasks which wake each other can't starve the rest, unless there is no rest. Thieves leave the slot
   * alone until it is old: the monitor takes it from a worker that is stuck, and a thief that spins, after
   * it has seen it in the same poll for a while (see OldSlot).
   *
   * The ring has tasks that were woken or yielded, first come, first served. The deque has tasks that
   * were never polled, the newest first (see StealDeque why). The deque goes first, but for each
   * RING_INTERVAL-th task: who waits for the results of tasks that it has started is woken by the first of
   * them, and polled when most of them are done, once and not for each. For the same reason a woken task
   * goes to the ring and not to the slot while new ones wait.
   *
   * So that no task waits for ever: each OLDEST_INTERVAL-th from the deque is its oldest. After LIFO_CAP
   * tasks in a row from the slot it is the ring's turn, and then that of the deque's oldest task: the newest
   * would be the last of a chain in which each task starts its successor, and go on with that chain.
   *
   * A task that yields goes to the end of the ring, and the driver is turned before the first such task
   * is polled again: `yieldMark` is its position in the ring.
   */

  private static final int LIFO_CAP = 32;
  private static final int INJECT_BATCH = SpmcRunQueue.CAPACITY / 2;

  private static final int RING_INTERVAL = 8;
  private static final int OLDEST_INTERVAL = 256;

  private final SpmcRunQueue ring = SpmcRunQueue.ofWorker();
  private final StealDeque deque = StealDeque.ofWorker();
  private final @Nullable TaskCell<?>[] loot = new TaskCell<?>[StealDeque.CAPACITY / 2];
  private final OldSlot oldSlot = new OldSlot();

  private volatile @Nullable TaskCell<?> lifo;

  private boolean lifoIsNew; // what was put into the slot last was never polled
  private int lifoInRow;
  private int untilRing = RING_INTERVAL;
  private int untilOldest = OLDEST_INTERVAL;
  private boolean yieldMarked;
  private int yieldMark;

  private StealingWorker(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    super(pool, index, turn, home);
  }

  /**
   * Makes one that is apart in memory from other workers, as each writes its fields all the time.
   */
  static StealingWorker apart(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
    return new Apart(pool, index, turn, home);
  }

  /** With two cache lines between it and what is made, or moved there by a collector, after it. */
  private static final class Apart extends StealingWorker {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart(WorkerPool pool, int index, Turn turn, @Nullable Worker home) {
      super(pool, index, turn, home);
    }
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
      if (lifoInRow >= LIFO_CAP) {
        untilRing = 1;
        untilOldest = 1;
      }
      lifoInRow = 0;
    }
    if (yieldMarked && ring.isTakenUpTo(yieldMark)) {
      yieldMarked = false;
      turnDriver();
    }
    return takeQueued();
  }

  private @Nullable TaskCell<?> takeQueued() {
    if (--untilRing <= 0) {
      untilRing = RING_INTERVAL;
      TaskCell<?> task = ring.pop();
      return task == null ? takeNew() : task;
    }
    TaskCell<?> task = takeNew();
    return task == null ? ring.pop() : task;
  }

  private @Nullable TaskCell<?> takeNew() {
    if (--untilOldest <= 0) {
      untilOldest = OLDEST_INTERVAL;
      return deque.popOldest();
    }
    return deque.popNewest();
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
    if (hasRunnable()) {
      return inject.pop(); // it has its turn; more of them would only wait here
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
        TaskCell<?> task = stealFrom(victim);
        if (task != null) {
          stole(victim, depth() + 1);
          return task;
        }
      }
    }
    return parts().settings().spinNanos() > 0 ? stealOldSlot(count) : null;
  }

  private @Nullable TaskCell<?> stealFrom(StealingWorker victim) {
    TaskCell<?> task = victim.ring.stealInto(ring);
    return task == null ? victim.deque.stealInto(deque, loot) : task;
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
    push(task, false);
  }

  @Override
  void pushNew(TaskCell<?> task) {
    push(task, true);
  }

  private void push(TaskCell<?> task, boolean isNew) {
    boolean inLine = isNew ? lifo != null : !deque.isEmpty();
    if (inLine || (lifoInRow >= LIFO_CAP && hasRunnable())) {
      enqueue(task, isNew);
      notifyUnlessLeft();
      return;
    }
    TaskCell<?> displaced = (TaskCell<?>) LIFO.getAndSet(this, task);
    boolean wasNew = lifoIsNew;
    lifoIsNew = isNew;
    if (displaced != null) {
      enqueue(displaced, wasNew);
      notifyUnlessLeft();
    }
  }

  private void enqueue(TaskCell<?> task, boolean isNew) {
    if (isNew) {
      pushDeque(task);
    } else {
      pushRing(task);
      VarHandle
          .fullFence(); // the ring's release store before a look at who sleeps, see IdleWorkers
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
      pool.inject().push(ring.takeNewerHalf());
      pool.inject().push(task);
      stats().overflowed();
    }
  }

  private void pushDeque(TaskCell<?> task) {
    while (!deque.push(task)) {
      stats().overflowed();
      TaskCell<?>[] older = deque.takeOlderHalf();
      if (older.length == 0) {
        pool.inject().push(task);
        return;
      }
      pool.inject().push(older);
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
    return !ring.isEmpty() || !deque.isEmpty();
  }

  @Override
  int depth() {
    return ring.size() + deque.size() + (lifo == null ? 0 : 1);
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
