package dev.weft.internal.timer;

import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerList;

/** One slot of the wheel: entries in the order of their adding, and their earliest deadline. */
final class Slot {

  /*
   * `earliest` is never later than the earliest deadline. When that entry is cancelled it gets too early,
   * and is corrected at the next look, unless the slot is so full that the look would cost more than the
   * one needless wake-up that it saves.
   */

  private static final int LOOK_LIMIT = 64;

  private final TimerList entries = new TimerList();
  private long earliest;
  private boolean tooEarly;

  void add(TimerEntry entry) {
    long deadline = entry.deadlineNanos();
    if (entries.size() == 0 || deadline - earliest <= 0) {
      earliest = deadline;
      tooEarly = false;
    }
    entries.append(entry);
  }

  boolean remove(TimerEntry entry) {
    if (!entries.remove(entry)) {
      return false;
    }
    if (entry.deadlineNanos() == earliest) {
      tooEarly = true;
    }
    return true;
  }

  boolean isEmpty() {
    return entries.size() == 0;
  }

  TimerList entries() {
    return entries;
  }

  /** A lower bound of the deadlines of a slot that isn't empty; exact as long as it is cheap. */
  long earliest() {
    if (tooEarly && entries.size() <= LOOK_LIMIT) {
      look();
    }
    return earliest;
  }

  int size() {
    return entries.size();
  }

  /** Moves all to {@code batch}. */
  void takeAll(Batch batch) {
    for (int i = 0; i < entries.end(); i++) {
      TimerEntry entry = entries.at(i);
      if (entry != null) {
        batch.add(entry, entry.deadlineNanos());
      }
    }
    entries.clear();
  }

  /** Moves what is due to {@code batch}; returns whether that was anything. */
  boolean takeDue(long nowNanos, Batch batch) {
    if (isEmpty() || nowNanos - earliest < 0) {
      return false;
    }
    int before = entries.size();
    for (int i = 0; i < entries.end(); i++) {
      TimerEntry entry = entries.at(i);
      if (entry != null && nowNanos - entry.deadlineNanos() >= 0) {
        entries.removeAt(i);
        batch.add(entry, entry.deadlineNanos());
      }
    }
    entries.tidy();
    look();
    return entries.size() < before;
  }

  private void look() {
    boolean found = false;
    for (int i = 0; i < entries.end(); i++) {
      TimerEntry entry = entries.at(i);
      if (entry != null && (!found || entry.deadlineNanos() - earliest < 0)) {
        earliest = entry.deadlineNanos();
        found = true;
      }
    }
    tooEarly = false;
  }
}
