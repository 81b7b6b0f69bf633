package dev.weft.internal.timer;

import dev.weft.spi.DeadlineHeap;
import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerEntry;

/**
 * A heap of timers: setting and firing one take logarithmic time, cancelling one takes constant
 * time on average.
 */
public final class HeapTimerQueue extends InboxTimerQueue {

  /*
   * Idea: nothing in an entry says where it is in the heap, as a sleeping task would have to pay for that.
   * So a cancelled entry stays where it is and is dropped when it comes to the top, or when all of the
   * cancelled are swept out, as soon as they are the larger part. A sweep takes linear time, and there are
   * as many cancels between two of them as it drops, hence constant time for each.
   *
   * `cancelled` counts the removals that were asked for since the last sweep, less the entries that were
   * dropped one by one. It may be below zero for a while: an entry is seen to be cancelled, and dropped, before
   * its removal is drained. It may be too high: an entry that is cancelled before it is drained never gets into
   * the heap, nor out of it, but its removal counts. So a sweep begins anew, whatever it has found.
   *
   * Ownership: everything belongs to the turn holder.
   */

  private static final int FEW = 64;
  private static final long NEAR_NANOS = 2_000_000;

  private final DeadlineHeap<TimerEntry> heap = new DeadlineHeap<>((_, _) -> {});
  private int cancelled;

  /**
   * Creates an empty queue.
   *
   * @param callOwner ends the owner's sleep, see {@link InboxTimerQueue#fallAsleep}
   */
  public HeapTimerQueue(Runnable callOwner) {
    super(callOwner);
  }

  @Override
  protected void insert(TimerEntry entry) {
    heap.add(entry, entry.deadlineNanos());
  }

  @Override
  protected void remove(TimerEntry entry) {
    cancelled++;
    if (cancelled > FEW && cancelled > heap.size() / 2) {
      int _ = heap.removeIf(InboxTimerQueue::isCancelled);
      cancelled = 0;
    }
  }

  @Override
  protected int fireDue(long nowNanos) {
    int fired = 0;
    while (nowNanos - heap.firstDeadlineNanos() >= 0) {
      TimerEntry entry = heap.removeFirst();
      if (entry == null) {
        break;
      }
      if (fireEntry(entry)) {
        fired++;
      } else {
        cancelled--;
      }
    }
    return fired;
  }

  @Override
  protected long untilNext(long nowNanos) {
    for (TimerEntry entry = heap.first(); entry != null; entry = heap.first()) {
      if (!isCancelled(entry)) {
        return heap.firstDeadlineNanos() - nowNanos;
      }
      heap.removeFirst();
      cancelled--;
    }
    return NONE;
  }

  @Override
  public boolean isCrowded() {
    return heap.count(heap.firstDeadlineNanos() + NEAR_NANOS, CROWD) >= CROWD;
  }
}
