package dev.weft.internal.timer;

import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timer wheel: setting, cancelling and firing a timer take constant time, however
 * many there are. Deadlines are kept to the nanosecond; ticks only decide in which slot they wait.
 */
public final class WheelTimerQueue extends InboxTimerQueue {

  /*
   * Idea: six levels of 64 slots. A time in nanoseconds is read as digits: its low 20 bits (about 1 ms)
   * are below the wheel, then come six digits of 6 bits, one a level (67 ms, 4.3 s, 4.6 min, 4.9 h, 13 d,
   * 2.3 y a turn). An entry waits on the level of the highest digit in which its deadline differs from
   * `elapsed`, in the slot of that digit. Hence
   *
   *  - everything on a level is earlier than everything on the levels above it;
   *  - the place of an entry follows from its deadline and `elapsed`, so it isn't stored;
   *  - below the top, slots are occupied only ahead of the digit of `elapsed` (on level 0 also at it),
   *    so the next slot is the lowest bit of a mask.
   *
   * When `elapsed` reaches a slot above level 0, its entries move down. Entries beyond the reach of the
   * top level wait in it, in the slot of their digit, and are put back there once each turn of it.
   *
   * Time: digits are taken from the clock's raw bits, and an overflow of the clock is nothing but another
   * turn of the top level. `elapsed` never goes back. What is due before it, as may happen when the clock
   * steps back, waits in the current slot of level 0, where the exact deadline decides.
   *
   * The slot of level 0 at `elapsed` is the current one. When `elapsed` reaches it, all of its entries go into
   * `batch`, where they are sorted, and its list then holds what is added later. So the batch is empty
   * whenever `elapsed` leaves the slot.
   *
   * Memory: the task behind a timer hasn't been touched since it fell asleep, and firing it, with all its
   * atomic operations, waits for each part of it in turn. So the next few that are due are read beforehand,
   * without any, for the processor to fetch them all at the same time.
   *
   * Sleep: each slot knows its earliest deadline, so the time until the next is exact on every level, and
   * nobody has to wake up just to move entries down.
   *
   * Ownership: everything belongs to the turn holder.
   */

  private static final int TICK_BITS = 20;
  private static final int SLOT_BITS = 6;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int LEVELS = 6;
  private static final int TOP = LEVELS - 1;
  private static final int NOWHERE = -1;
  private static final int GROUP = 16; // timers whose memory is fetched together

  private final long[] occupied = new long[LEVELS];
  private final @Nullable Slot[] slots = new Slot[LEVELS * SLOTS];
  private final Batch batch = new Batch(); // of the current slot
  private long elapsed;

  @SuppressWarnings("UnusedVariable") // written so that the reads for it aren't left out
  private int touched;

  /**
   * Creates an empty queue for an owner that never sleeps long without looking.
   *
   * @param nowNanos the time
   */
  public WheelTimerQueue(long nowNanos) {
    this(nowNanos, () -> {});
  }

  /**
   * Creates an empty queue.
   *
   * @param nowNanos the time
   * @param callOwner ends the owner's sleep, see {@link InboxTimerQueue#fallAsleep}
   */
  public WheelTimerQueue(long nowNanos, Runnable callOwner) {
    super(callOwner);
    elapsed = nowNanos;
  }

  @Override
  protected void insert(TimerEntry entry) {
    int place = placeOf(entry.deadlineNanos());
    Slot slot = slots[place];
    if (slot == null) {
      slot = new Slot();
      slots[place] = slot;
    }
    slot.add(entry);
    occupied[place >>> SLOT_BITS] |= 1L << place;
  }

  @Override
  protected void remove(TimerEntry entry) {
    int place = placeOf(entry.deadlineNanos());
    Slot slot = slots[place];
    if (slot == null) {
      return;
    }
    if (slot.remove(entry)) {
      clearIfEmpty(place, slot);
    } else if (place == digit(elapsed, 0) && !batch.isEmpty()) {
      while (!batch.isEmpty() && isCancelled(batch.first())) {
        batch.dropFirst();
      }
      clearIfEmpty(place, slot);
    }
  }

  private void clearIfEmpty(int place, Slot slot) {
    if (slot.isEmpty() && (batch.isEmpty() || place != digit(elapsed, 0))) {
      occupied[place >>> SLOT_BITS] &= ~(1L << place);
    }
  }

  private int placeOf(long deadline) {
    if (deadline - elapsed <= 0) {
      return digit(elapsed, 0);
    }
    long differing = (deadline ^ elapsed) >>> TICK_BITS;
    int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(differing | 1);
    int level = Math.min(highest / SLOT_BITS, TOP);
    return level * SLOTS + digit(deadline, level);
  }

  private static int digit(long time, int level) {
    return (int) (time >>> shift(level)) & (SLOTS - 1);
  }

  private static int shift(int level) {
    return TICK_BITS + level * SLOT_BITS;
  }

  @Override
  protected int fireDue(long nowNanos) {
    int fired = 0;
    for (int place = nextPlace(); place != NOWHERE; place = nextPlace()) {
      boolean current = place == digit(elapsed, 0);
      if (!current) {
        long start = startOf(place);
        if (nowNanos - start < 0) {
          break;
        }
        elapsed = start;
      }
      if (place >= SLOTS) {
        moveDown(place);
        continue;
      }
      fired += fireSlot(place, nowNanos, !current);
      if ((occupied[0] & 1L << place) != 0) {
        break; // What is left in this slot is still to come, and all others are later.
      }
    }
    if (nowNanos - elapsed > 0) {
      elapsed = nowNanos;
    }
    return fired;
  }

  private int fireSlot(int place, long nowNanos, boolean reached) {
    Slot slot = slotAt(place);
    if (reached) {
      slot.takeAll(batch);
      batch.sort();
    } else if (slot.takeDue(nowNanos, batch)) {
      batch.sort();
    }
    int fired = 0;
    int untilTouch = 0;
    while (true) {
      if (untilTouch-- == 0) {
        untilTouch = GROUP - 1;
        touchNext(nowNanos);
      }
      TimerEntry entry = batch.takeDue(nowNanos);
      if (entry == null) {
        break;
      }
      if (fireEntry(entry)) {
        fired++;
      }
    }
    clearIfEmpty(place, slot);
    return fired;
  }

  /** Has the next entries that are due, but no more than a group, touch their memory. */
  private void touchNext(long nowNanos) {
    int read = 0;
    for (int i = 0; i < GROUP; i++) {
      TimerEntry entry = batch.dueAfter(i, nowNanos);
      if (entry == null) {
        break;
      }
      read += touch(entry);
    }
    touched = read;
  }

  private void moveDown(int place) {
    Slot slot = slotAt(place);
    slots[place] = null; // An entry beyond the top level comes back to this very place.
    occupied[place >>> SLOT_BITS] &= ~(1L << place);
    TimerList entries = slot.entries();
    for (int i = 0; i < entries.end(); i++) {
      TimerEntry entry = entries.at(i);
      if (entry != null) {
        insert(entry);
      }
    }
    entries.clear();
    if (slots[place] == null) {
      slots[place] = slot;
    }
  }

  @Override
  protected long untilNext(long nowNanos) {
    int place = nextPlace();
    if (place == NOWHERE) {
      return NONE;
    }
    if (place >= TOP * SLOTS) {
      return earliestOnTop(slotAt(place).earliest()) - nowNanos;
    }
    return earliestAt(place) - nowNanos;
  }

  private long earliestAt(int place) {
    Slot slot = slotAt(place);
    if (place != digit(elapsed, 0) || batch.isEmpty()) {
      return slot.earliest();
    }
    long earliest = batch.earliest();
    return slot.isEmpty() || slot.earliest() - earliest > 0 ? earliest : slot.earliest();
  }

  @Override
  public boolean isCrowded() {
    int place = nextPlace();
    if (place == NOWHERE || place >= SLOTS) {
      return false;
    }
    int near = slotAt(place).size() + (place == digit(elapsed, 0) ? batch.left() : 0);
    Slot following = place + 1 < SLOTS ? slots[place + 1] : null;
    return near + (following == null ? 0 : following.size()) >= CROWD;
  }

  /** On the top level the next slot may hold nothing but entries of a later turn. */
  private long earliestOnTop(long known) {
    long earliest = known;
    for (long rest = occupied[TOP]; rest != 0; rest &= rest - 1) {
      long candidate = slotAt(TOP * SLOTS + Long.numberOfTrailingZeros(rest)).earliest();
      if (candidate - earliest < 0) {
        earliest = candidate;
      }
    }
    return earliest;
  }

  private int nextPlace() {
    for (int level = 0; level < TOP; level++) {
      long bits = occupied[level];
      if (bits != 0) {
        return level * SLOTS + Long.numberOfTrailingZeros(bits);
      }
    }
    if (occupied[TOP] == 0) {
      return NOWHERE;
    }
    return TOP * SLOTS + ((digit(elapsed, TOP) + topDistance()) & (SLOTS - 1));
  }

  /** How many slots of the top level are from the current to the next occupied one: 1 to 64. */
  private int topDistance() {
    return 1 + Long.numberOfTrailingZeros(Long.rotateRight(occupied[TOP], digit(elapsed, TOP) + 1));
  }

  /** When the wheel reaches a place that {@link #nextPlace} returned. */
  private long startOf(int place) {
    int level = place >>> SLOT_BITS;
    int shift = shift(level);
    long distance = level == TOP ? topDistance() : (place & (SLOTS - 1)) - digit(elapsed, level);
    return ((elapsed >>> shift) + distance) << shift;
  }

  private Slot slotAt(int place) {
    return Objects.requireNonNull(slots[place]);
  }
}
