package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A worker's own bounded ring of runnable tasks: one producer, its owner; many consumers. */
class SpmcRunQueue {

  /*
   * Idea: positions count up without bound and index the ring by their low bits. The owner appends at
   * `tail` and takes from the head like everybody else, with a compare-and-set; a thief claims up to
   * half of what is there in one compare-and-set.
   *
   * Encoding: `head` packs two 32-bit positions, `steal` in the high half and `real` in the low one.
   * Equal halves: nobody steals. A thief moves `real` past the tasks that it claims and leaves `steal`
   * where it was; it copies them and then moves `steal` up to `real`. The owner takes at `real`
   * meanwhile and may not reuse slots from `steal` on. One thief at a time; a second one gives up.
   * 32-bit positions: a stale head could only be taken for a fresh one after 2^32 further pushes within
   * one attempt.
   *
   * Ordering: the owner writes the slot, then `tail` with release; a consumer reads `tail` with acquire,
   * then the slot, then claims by compare-and-set on `head`. The owner reads `head` with acquire before
   * it reuses a slot, which pairs with the compare-and-set that ended the claim.
   *
   * Overflow: push answers false when the ring is full; the owner then moves its newer half away with
   * takeNewerHalf, so that the older tasks keep their place. If a thief is at work only the new
   * task goes elsewhere.
   *
   * Size: room for the tasks of a busy server, since what doesn't fit goes through a queue that all
   * workers share, and costs several times as much in each turn.
   *
   * Sources: the shape is the one of Tokio's and Go's local run queues.
   */

  static final int CAPACITY = 2048;

  private static final TaskCell<?>[] NONE = {};

  private final @Nullable TaskCell<?>[] slots;
  private final int mask;

  @SuppressWarnings("UnusedVariable") // read through its VarHandle
  private volatile long head;

  @SuppressWarnings("UnusedVariable") // read through its VarHandle
  private volatile int tail;

  /** One for a worker, apart in memory from what other workers write. */
  static SpmcRunQueue ofWorker() {
    return new Apart();
  }

  /** For model checking with a small ring; {@code capacity} is a power of two, at least 2. */
  SpmcRunQueue(int capacity) {
    slots = new TaskCell<?>[capacity];
    mask = capacity - 1;
  }

  /** With two cache lines between it and what is made after it. */
  private static final class Apart extends SpmcRunQueue {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart() {
      super(CAPACITY);
    }
  }

  /** Appends a task; false if the ring is full. Owner only. */
  boolean push(TaskCell<?> task) {
    int end = tailPlain();
    if (end - steal(headAcquire()) > mask) {
      return false;
    }
    SLOTS.set(slots, end & mask, task); // plain: published by the release of tail
    TAIL.setRelease(this, end + 1); // pairs with the acquire of tail in stealInto and size
    return true;
  }

  /** Takes the oldest task. Owner only. */
  @Nullable TaskCell<?> pop() {
    long now = headAcquire();
    while (true) {
      int real = real(now);
      if (real == tailPlain()) {
        return null;
      }
      int nextReal = real + 1;
      long next = steal(now) == real ? pack(nextReal, nextReal) : pack(steal(now), nextReal);
      long seen = (long) HEAD.compareAndExchange(this, now, next);
      if (seen == now) {
        return take(real);
      }
      now = seen;
    }
  }

  /**
   * Takes the newer half out of a full ring, oldest first. Owner only.
   *
   * @return none if a thief is at work, or if memory is lacking
   */
  TaskCell<?>[] takeNewerHalf() {
    long now = headAcquire();
    int end = tailPlain();
    int size = end - real(now);
    if (steal(now) != real(now) || size <= 1) {
      return NONE;
    }
    // Keep at least as much as a thief may claim that looked before this shrink and whose
    // compare-and-set comes after it, on an equal head.
    int kept = size - size / 2;
    TaskCell<?>[] taken = InjectQueue.newBatch(size - kept); // before the claim, as it may be empty
    if (taken.length == 0) {
      return NONE;
    }
    // Claim everything as a thief would, so that no thief is at work; then put the older half back.
    int first = real(now);
    if (!HEAD.compareAndSet(this, now, pack(first, end))) {
      return NONE;
    }
    for (int i = 0; i < taken.length; i++) {
      taken[i] = take(first + kept + i);
    }
    TAIL.setRelease(this, first + kept); // nobody can claim: steal != real until the next line
    HEAD.setVolatile(this, pack(first, first));
    return taken;
  }

  /**
   * Moves up to half of this ring to a thief's own empty one and returns one of the moved tasks.
   *
   * @param target the caller's ring
   * @return a task to run at once, or {@code null} if there was nothing to steal
   */
  @Nullable TaskCell<?> stealInto(SpmcRunQueue target) {
    int room = target.room();
    long now = headAcquire();
    int count;
    long claimed;
    while (true) {
      int real = real(now);
      if (steal(now) != real) {
        return null; // another thief is at work
      }
      int size = (int) TAIL.getAcquire(this) - real; // pairs with the release in push
      count = Math.min(size - size / 2, room);
      if (size <= 0 || count <= 0) {
        return null;
      }
      claimed = pack(real, real + count);
      long seen = (long) HEAD.compareAndExchange(this, now, claimed);
      if (seen == now) {
        break;
      }
      now = seen;
    }
    int first = steal(claimed);
    for (int i = 1; i < count; i++) {
      target.push(take(first + i));
    }
    TaskCell<?> task = take(first);
    release(claimed);
    return task;
  }

  /** Ends a thief's claim: the slots may be reused. */
  private void release(long claimed) {
    long now = claimed;
    while (true) {
      int real = real(now);
      long seen = (long) HEAD.compareAndExchange(this, now, pack(real, real));
      if (seen == now) {
        return;
      }
      now = seen; // the owner took more meanwhile
    }
  }

  private TaskCell<?> take(int position) {
    TaskCell<?> task = (TaskCell<?>) SLOTS.get(slots, position & mask); // claimed: nobody else's
    assert task != null;
    SLOTS.set(
        slots, position & mask, null); // keeps no ended task alive; ordered by the next release
    return task;
  }

  /** Tasks in the ring; a snapshot. */
  int size() {
    int real = real(headAcquire());
    return Math.max(0, (int) TAIL.getAcquire(this) - real); // pairs with the release in push
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /** Position after the newest task. Owner only. */
  int end() {
    return tailPlain();
  }

  /** Whether all tasks before a position were taken. Owner only. */
  boolean isTakenUpTo(int position) {
    return real(headAcquire()) - position >= 0;
  }

  private int room() {
    return mask + 1 - (tailPlain() - steal(headAcquire()));
  }

  private int tailPlain() {
    return (int) TAIL.get(this); // only the owner writes it, and only the owner asks here
  }

  private long headAcquire() {
    return (long) HEAD.getAcquire(this); // pairs with the compare-and-sets that end a claim
  }

  private static long pack(int steal, int real) {
    return ((long) steal << 32) | (real & 0xFFFF_FFFFL);
  }

  private static int steal(long head) {
    return (int) (head >>> 32);
  }

  private static int real(long head) {
    return (int) head;
  }

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(TaskCell[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(SpmcRunQueue.class, "head", long.class);
      TAIL = lookup.findVarHandle(SpmcRunQueue.class, "tail", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
