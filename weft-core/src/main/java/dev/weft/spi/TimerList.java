package dev.weft.spi;

import org.jspecify.annotations.Nullable;

/**
 * A list of timers, linked through the entries themselves, in the order in which they were
 * appended. For the turn holder only; an entry is in at most one list.
 */
public final class TimerList {

  private @Nullable TimerEntry first;
  private @Nullable TimerEntry last;
  private int size;

  /** Creates an empty list. */
  public TimerList() {}

  /**
   * Appends an entry.
   *
   * @param entry an entry that is in no list
   */
  public void append(TimerEntry entry) {
    TimerEntry tail = last;
    entry.previous = tail;
    if (tail == null) {
      first = entry;
    } else {
      tail.next = entry;
    }
    last = entry;
    size++;
  }

  /**
   * Removes an entry in constant time.
   *
   * @param entry an entry of this list or of none
   * @return whether it was in this list
   */
  public boolean remove(TimerEntry entry) {
    TimerEntry before = entry.previous;
    TimerEntry after = entry.next;
    if (before == null) {
      if (first != entry) {
        return false;
      }
      first = after;
    } else {
      before.next = after;
      entry.previous = null;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
      entry.next = null;
    }
    size--;
    return true;
  }

  /**
   * Removes the first entry.
   *
   * @return the entry, or {@code null} if the list is empty
   */
  public @Nullable TimerEntry removeFirst() {
    TimerEntry entry = first;
    if (entry != null) {
      remove(entry);
    }
    return entry;
  }

  /**
   * The first entry.
   *
   * @return the entry, or {@code null} if the list is empty
   */
  public @Nullable TimerEntry first() {
    return first;
  }

  /**
   * The entry behind another.
   *
   * @param entry an entry of this list
   * @return the entry, or {@code null} behind the last
   */
  public @Nullable TimerEntry after(TimerEntry entry) {
    return entry.next;
  }

  /**
   * How many entries there are.
   *
   * @return zero or more
   */
  public int size() {
    return size;
  }
}
