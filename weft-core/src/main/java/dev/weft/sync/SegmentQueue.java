package dev.weft.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** An unbounded queue of many producers and one consumer, which can be closed at its end. */
final class SegmentQueue<T> {

  /*
   * Idea: a linked list of arrays. A producer goes to the first slot of the last segment that it finds
   * null and puts its item there by CAS; if it loses, it goes on to the next slot. So items have no gap
   * between them: the consumer that sees null has seen the end of the queue, and no producer that is
   * delayed half-way can hide the items behind it.
   *
   * State of a slot: null -> an item -> GONE (consumed; not null, so that no late producer fills it), or
   * null -> CLOSED, after which no slot is ever filled, because producers stop where they see it.
   * Closing is thus decided by the same CAS as sending: of an item that was accepted all are before it.
   *
   * Segments: `last` and a segment's `free` are hints that may lag behind; from them a producer walks
   * forward over what is taken. They never run ahead of a null slot or of CLOSED: `free` is written by
   * producers that have seen items in all earlier slots, `last` moves on only from a full segment. The
   * first segment is small and each later one twice as large up to a limit, so that an idle channel costs
   * little; a consumed segment is garbage, and a drained queue keeps just one.
   *
   * Ordering: the CAS on a slot publishes the item; the consumer's acquire of the slot pairs with it.
   * `free` is opaque: an old value costs a few steps and nothing else, so only every HINT-th item moves
   * it. `last` and `next` are volatile.
   *
   * Why not a shared counter that gives out slots: it is faster for many producers at once, but between
   * taking a number and filling the slot there is a gap, over which the consumer would have to wait.
   */

  /** There is no item now. */
  static final Object EMPTY = new Object();

  /** There is no item, and there will be none. */
  static final Object CLOSED = new Object();

  private static final Object GONE = new Object();
  private static final int FIRST_SIZE = 4;
  private static final int MAX_SIZE = 32;
  private static final int HINT = 4; // a power of two

  private final int maxSize;
  private volatile Segment last; // written by producers
  private final Cursor cursor = new Cursor(); // the consumer's

  /** A queue for few items at a time. */
  SegmentQueue() {
    this(FIRST_SIZE, MAX_SIZE);
  }

  /** A queue with other sizes, for tests. */
  SegmentQueue(int firstSize, int maxSize) {
    this.maxSize = maxSize;
    last = new Segment(0, firstSize);
    cursor.enter(last);
  }

  /** Adds an item at the end; false if the queue is closed. */
  boolean offer(T item) {
    return append(item);
  }

  /** Closes the queue behind what is in it; false if it was closed before. */
  boolean close() {
    return append(CLOSED);
  }

  private boolean append(Object item) {
    Segment segment = last;
    while (true) {
      Object[] slots = segment.slots;
      for (int i = (int) FREE.getOpaque(segment); i < slots.length; i++) {
        Object found = SLOT.getOpaque(slots, i); // a look costs less than a CAS that fails
        if (found == null) {
          found = SLOT.compareAndExchange(slots, i, null, item);
        }
        if (found == null) {
          if (item != CLOSED && (i + 1) % HINT == 0) {
            FREE.setOpaque(segment, i + 1);
          }
          return true;
        }
        if (found == CLOSED) {
          return false;
        }
      }
      FREE.setOpaque(segment, slots.length);
      Segment next = segment.next;
      if (next == null) {
        Segment added = new Segment(segment.base + slots.length, sizeAfter(slots.length));
        next = (Segment) NEXT.compareAndExchange(segment, null, added);
        if (next == null) {
          next = added;
        }
      }
      LAST.compareAndSet(this, segment, next);
      segment = next;
    }
  }

  private int sizeAfter(int size) {
    return Math.min(size * 2, maxSize);
  }

  /** The next item, EMPTY or CLOSED. For the consumer only. */
  Object poll() {
    Cursor at = cursor;
    while (true) {
      Object[] slots = at.slots;
      int index = at.index;
      if (index < slots.length) {
        // Pairs with the CAS in append.
        Object item = SLOT.getAcquire(slots, index);
        if (item == null) {
          return EMPTY;
        }
        if (item == CLOSED) {
          return CLOSED;
        }
        // Opaque is enough: nobody acts on GONE but by walking past it.
        SLOT.setOpaque(slots, index, GONE);
        at.index = index + 1;
        return item;
      }
      Segment next = at.segment.next;
      if (next == null) {
        return EMPTY;
      }
      at.enter(next);
    }
  }

  /** How many items are in the queue. For the consumer only. */
  int size() {
    Segment segment = last;
    Segment next = segment.next;
    while (next != null) {
      segment = next;
      next = segment.next;
    }
    int end = (int) FREE.getOpaque(segment);
    while (end < segment.slots.length && isItem(segment.slots, end)) {
      end++;
    }
    // A hint behind the consumer still counts right: what it consumed is walked past as well.
    return (int) (segment.base + end - (cursor.segment.base + cursor.index));
  }

  private static boolean isItem(Object[] slots, int slot) {
    // Pairs with the CAS in append.
    Object item = SLOT.getAcquire(slots, slot);
    return item != null && item != CLOSED;
  }

  /**
   * How many slots are reachable, for tests of what a drained queue keeps. For the consumer only.
   */
  int slots() {
    int count = 0;
    for (Segment segment = cursor.segment; segment != null; segment = segment.next) {
      count += segment.slots.length;
    }
    return count;
  }

  /** Where the consumer stands. */
  private static final class Cursor {
    Segment segment;
    Object[] slots; // the segment's
    int index;

    @SuppressWarnings("NullAway") // it enters the first segment before anybody sees it
    Cursor() {}

    void enter(Segment next) {
      segment = next;
      slots = next.slots;
      index = 0;
    }
  }

  private static final class Segment {
    final long base; // how many slots came before
    final Object[] slots;

    @SuppressWarnings("UnusedVariable") // read and written through FREE
    private int free; // a hint: in all slots before it there is or was an item

    volatile @Nullable Segment next;

    Segment(long base, int size) {
      this.base = base;
      this.slots = new Object[size];
    }
  }

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle FREE;
  private static final VarHandle NEXT;
  private static final VarHandle LAST;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FREE = lookup.findVarHandle(Segment.class, "free", int.class);
      NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
      LAST = lookup.findVarHandle(SegmentQueue.class, "last", Segment.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
