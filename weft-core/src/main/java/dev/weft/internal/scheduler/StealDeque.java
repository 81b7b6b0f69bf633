package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A worker's own bounded deque of tasks that were never polled: its owner adds and takes at the new
 * end, thieves take from the old one.
 */
class StealDeque {

  /*
   * Idea: a task that starts others is best followed by what it has started last. So a tree of tasks is
   * walked in depth, with a few tasks of each level waiting, where a queue would walk it in breadth, with
   * whole levels waiting. A thief takes what is oldest: the largest subtrees.
   *
   * Encoding: all is in one long, so that each change is one compare-and-set that nobody can be in the
   * middle of: the number of pushes (35 bits), the position of the oldest task (20 bits) and the number
   * of tasks (9 bits). Nothing but a push writes a slot that counts, and each push changes the first
   * field; so whoever reads slots and then changes `state` by compare-and-set has read what was there,
   * unless 2^35 pushes fit in between.
   *
   * Slots: a taken slot is cleared by the owner only, since a thief that is late would clear what was
   * pushed after its claim. The owner clears what it takes at once, and what thieves took before it
   * pushes again or when it finds the deque empty.
   *
   * Ordering: slots are written before the volatile change of `state` that makes them count, and read
   * after an acquire of it.
   *
   * Sources: the deque of Chase and Lev, "Dynamic Circular Work-Stealing Deque" (2005), has one thief take
   * one task; a counted single word lets it take half of them, as Hendler and Shavit, "Non-Blocking
   * Steal-Half Work Queues" (2002), do.
   */

  static final int CAPACITY = 256;

  private static final int SIZE_BITS = 9;
  private static final int BASE_BITS = 20;
  private static final int SIZE_MASK = (1 << SIZE_BITS) - 1;
  private static final int BASE_MASK = (1 << BASE_BITS) - 1;
  private static final long PUSH = (1L << (SIZE_BITS + BASE_BITS)) + 1; // one more push, one larger

  private final @Nullable TaskCell<?>[] slots;
  private final int mask;

  @SuppressWarnings("UnusedVariable") // through STATE
  private volatile long state;

  private int cleared; // all slots before this position are cleared; the owner's

  /** One for a worker, apart in memory from what other workers write. */
  static StealDeque ofWorker() {
    return new Apart();
  }

  /** For model checking with a small one; {@code capacity} is a power of two, from 2 to 256. */
  StealDeque(int capacity) {
    slots = new TaskCell<?>[capacity];
    mask = capacity - 1;
  }

  /** With two cache lines between it and what is made after it. */
  private static final class Apart extends StealDeque {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart() {
      super(CAPACITY);
    }
  }

  /** Adds a task at the new end; false if the deque is full. Owner only. */
  boolean push(TaskCell<?> task) {
    long now = acquire();
    int size = size(now);
    if (size > mask) {
      return false;
    }
    clearStolen(now);
    // A thief moves the base up by as much as it lowers the size: the end stays where it is.
    SLOTS.setOpaque(slots, (base(now) + size) & mask, task); // published by the next line
    STATE.getAndAdd(this, PUSH);
    return true;
  }

  /** Takes the newest task. Owner only. */
  @Nullable TaskCell<?> popNewest() {
    long now = acquire();
    while (size(now) != 0) {
      long seen = (long) STATE.compareAndExchange(this, now, now - 1);
      if (seen == now) {
        return takeOut(base(now) + size(now) - 1);
      }
      now = seen;
    }
    clearStolen(now);
    return null;
  }

  /** Takes the oldest task. Owner only. */
  @Nullable TaskCell<?> popOldest() {
    long now = acquire();
    while (size(now) != 0) {
      long seen = (long) STATE.compareAndExchange(this, now, without(now, 1));
      if (seen == now) {
        return takeOut(base(now));
      }
      now = seen;
    }
    return null;
  }

  /** Takes the older half out of a full deque; none if memory is lacking. Owner only. */
  TaskCell<?>[] takeOlderHalf() {
    long now = acquire();
    while (true) {
      int count = size(now) - size(now) / 2;
      TaskCell<?>[] taken = InjectQueue.newBatch(count); // before the change, as it may be empty
      if (taken.length == 0) {
        return taken;
      }
      long seen = (long) STATE.compareAndExchange(this, now, without(now, count));
      if (seen == now) {
        for (int i = 0; i < count; i++) {
          taken[i] = takeOut(base(now) + i);
        }
        return taken;
      }
      now = seen;
    }
  }

  /**
   * Moves up to half of this deque to a thief's own empty one and returns the oldest of them.
   *
   * @param target the caller's deque
   * @param loot room for half of a deque, the caller's
   */
  @Nullable TaskCell<?> stealInto(StealDeque target, @Nullable TaskCell<?>[] loot) {
    long now = acquire();
    while (size(now) != 0) {
      int count = Math.min(size(now) - size(now) / 2, loot.length);
      for (int i = 0; i < count; i++) {
        // Pairs with the change of state that made it count, which was read before; see above for
        // why a slot that is written meanwhile does no harm.
        loot[i] = (TaskCell<?>) SLOTS.getOpaque(slots, (base(now) + i) & mask);
      }
      long seen = (long) STATE.compareAndExchange(this, now, without(now, count));
      if (seen == now) {
        return keepLoot(target, loot, count);
      }
      now = seen;
    }
    return null;
  }

  private static @Nullable TaskCell<?> keepLoot(
      StealDeque target, @Nullable TaskCell<?>[] loot, int count) {
    TaskCell<?> oldest = loot[0];
    loot[0] = null;
    for (int i = 1; i < count; i++) {
      TaskCell<?> task = loot[i];
      loot[i] = null;
      if (task != null) {
        boolean fits = target.push(task);
        assert fits; // it is empty, and as large as this one
      }
    }
    return oldest;
  }

  private TaskCell<?> takeOut(int position) {
    TaskCell<?> task = (TaskCell<?>) SLOTS.getOpaque(slots, position & mask); // the owner wrote it
    assert task != null;
    SLOTS.setOpaque(slots, position & mask, null);
    return task;
  }

  /** Keeps no task alive that thieves took. */
  private void clearStolen(long now) {
    int base = base(now);
    while (cleared != base) {
      SLOTS.setOpaque(slots, cleared & mask, null);
      cleared = (cleared + 1) & BASE_MASK;
    }
  }

  /** Tasks in the deque; a snapshot. */
  int size() {
    return size(acquire());
  }

  boolean isEmpty() {
    return size() == 0;
  }

  private long acquire() {
    return (long) STATE.getAcquire(this); // pairs with every change of it
  }

  /** The state after the oldest tasks were taken away. */
  private static long without(long state, int oldest) {
    int base = (base(state) + oldest) & BASE_MASK;
    long rest = (state & ~((long) BASE_MASK << SIZE_BITS)) - oldest;
    return rest | (long) base << SIZE_BITS;
  }

  private static int size(long state) {
    return (int) state & SIZE_MASK;
  }

  private static int base(long state) {
    return (int) (state >>> SIZE_BITS) & BASE_MASK;
  }

  private static final VarHandle STATE;
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(TaskCell[].class);

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(StealDeque.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
