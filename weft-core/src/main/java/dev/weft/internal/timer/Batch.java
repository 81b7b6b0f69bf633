package dev.weft.internal.timer;

import dev.weft.spi.TimerEntry;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Entries that leave the wheel together, to be fired in the order of their deadlines. */
final class Batch {

  /*
   * Idea: the wheel comes to a slot once, takes all out of its list, and from then on looks at deadlines that
   * lie side by side, whatever part of the slot is due each time. Entries are in memory where their tasks are;
   * to look at each of them again at every look costs more than to fire it.
   *
   * Sorting: `order` says which entry comes when; entries and deadlines stay where they are. It is a merge sort
   * upwards, since that keeps the order of adding among equal deadlines and takes linear time if there is
   * nothing to do. What was taken out is in front of `next` in the order.
   *
   * A cancelled entry stays here until its deadline; that is a millisecond, a slot's time. Those that are
   * added later go into the slot's list, and come here only when they are due.
   */

  private static final int SMALL = 256;
  private static final int KEEP = 4096;
  private static final int RUN = 8;

  private @Nullable TimerEntry[] entries = new TimerEntry[SMALL];
  private long[] deadlines = new long[SMALL];
  private int[] order = new int[SMALL];
  private int[] spare = new int[SMALL];
  private int next;
  private int size;

  void add(TimerEntry entry, long deadlineNanos) {
    if (size == entries.length) {
      grow();
    }
    entries[size] = entry;
    deadlines[size] = deadlineNanos;
    order[size] = size;
    size++;
  }

  private void grow() {
    int capacity = size * 2;
    entries = Arrays.copyOf(entries, capacity);
    deadlines = Arrays.copyOf(deadlines, capacity);
    order = Arrays.copyOf(order, capacity);
    spare = new int[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** How many were not taken out. */
  int left() {
    return size - next;
  }

  /** The earliest deadline, once all is sorted. */
  long earliest() {
    return deadlines[order[next]];
  }

  /** Takes out the earliest if it is due. */
  @Nullable TimerEntry takeDue(long nowNanos) {
    if (next == size || nowNanos - deadlines[order[next]] < 0) {
      return null;
    }
    TimerEntry entry = first();
    dropFirst();
    return entry;
  }

  /** The entry that comes so many after the earliest; null if it isn't due. */
  @Nullable TimerEntry dueAfter(int others, long nowNanos) {
    int at = next + others;
    return at < size && nowNanos - deadlines[order[at]] >= 0 ? entries[order[at]] : null;
  }

  /** The earliest entry, if it isn't empty. */
  TimerEntry first() {
    return Objects.requireNonNull(entries[order[next]]);
  }

  /** Takes out the earliest. */
  void dropFirst() {
    entries[order[next]] = null;
    next++;
    if (next == size) {
      clear();
    }
  }

  private void clear() {
    if (entries.length > KEEP) {
      entries = new TimerEntry[SMALL];
      deadlines = new long[SMALL];
      order = new int[SMALL];
      spare = new int[SMALL];
    }
    next = 0;
    size = 0;
  }

  /** Puts what was not taken out in the order of the deadlines, equal ones in that of adding. */
  void sort() {
    for (int from = next; from < size; from += RUN) {
      insertionSort(from, Math.min(from + RUN, size));
    }
    for (int width = RUN; width < size - next; width *= 2) {
      for (int from = next; from < size - width; from += 2 * width) {
        merge(from, from + width, Math.min(from + 2 * width, size));
      }
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int moving = order[i];
      int hole = i;
      while (hole > from && isAfter(order[hole - 1], moving)) {
        order[hole] = order[hole - 1];
        hole--;
      }
      order[hole] = moving;
    }
  }

  private void merge(int from, int middle, int to) {
    if (!isAfter(order[middle - 1], order[middle])) {
      return;
    }
    System.arraycopy(order, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    int at = from;
    while (left < middle && right < to) {
      order[at++] = isAfter(spare[left], order[right]) ? order[right++] : spare[left++];
    }
    System.arraycopy(spare, left, order, at, middle - left);
  }

  private boolean isAfter(int one, int other) {
    return deadlines[one] - deadlines[other] > 0;
  }
}
