package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tasks in the order of their adding, as many as there are. Not for several threads. */
final class GrowingQueue {

  /*
   * Idea: a ring, which is twice as large each time it is full. Adding never fails: a task that isn't
   * queued is lost, and so is everybody who waits for it. So what doesn't fit, when there is no memory for
   * a larger ring, is linked through the tasks themselves, behind what is in the ring. The ring takes
   * tasks again when that chain is empty.
   */

  private static final int FIRST = 16;
  private static final int MOST = 1 << 30;

  private final int most;
  private final TaskChain behind = new TaskChain();
  private @Nullable TaskCell<?>[] ring = new TaskCell<?>[FIRST];
  private int head;
  private int inRing;

  GrowingQueue() {
    this(MOST);
  }

  /** One whose ring grows to this size at most, a power of two, for tests. */
  GrowingQueue(int most) {
    this.most = most;
  }

  void add(TaskCell<?> task) {
    if (behind.size == 0 && (inRing < ring.length || grow())) {
      ring[(head + inRing) & (ring.length - 1)] = task;
      inRing++;
    } else {
      behind.append(task);
    }
  }

  private boolean grow() {
    if (ring.length >= most) {
      return false;
    }
    try {
      @Nullable TaskCell<?>[] larger = Arrays.copyOf(ring, ring.length * 2);
      System.arraycopy(ring, 0, larger, ring.length, head); // it is full: what was in front of head
      Arrays.fill(larger, 0, head, null);
      ring = larger;
      return true;
    } catch (OutOfMemoryError lacking) {
      return false;
    }
  }

  /** Takes the oldest task. */
  @Nullable TaskCell<?> poll() {
    if (inRing == 0) {
      return behind.pop();
    }
    TaskCell<?> task = ring[head];
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    inRing--;
    return task;
  }

  boolean isEmpty() {
    return inRing == 0 && behind.size == 0;
  }

  int size() {
    return inRing + behind.size;
  }
}
