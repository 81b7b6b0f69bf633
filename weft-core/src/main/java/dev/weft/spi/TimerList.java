package dev.weft.spi;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list of timers, in the order in which they were appended. An entry knows its place, so that it
 * can be removed in constant time. For the turn holder only; an entry is in at most one list.
 */
public final class TimerList {

  /*
   * Idea: references in arrays, not links through the entries. Entries lie in memory where their tasks are,
   * so each step along a link waits for the memory; entries that are found side by side are read at once. A
   * collector, too, copies a million linked objects one after another.
   *
   * A removed entry leaves a hole, for the others keep their order. When holes are the larger part, the rest
   * moves together: that takes linear time once in as many removals.
   *
   * The first chunk grows, all others are whole: a list of few costs little, and one of a million is never
   * copied.
   */

  private static final int CHUNK_BITS = 8;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int FEW = 16;
  private static final @Nullable TimerEntry[] NONE = {};
  private static final @Nullable TimerEntry[] @Nullable [] NO_CHUNKS = {};

  private @Nullable TimerEntry[] first = NONE;
  private @Nullable TimerEntry[] @Nullable [] others = NO_CHUNKS; // chunk i is at i - 1
  private int end;
  private int size;

  /** Creates an empty list. */
  public TimerList() {}

  /**
   * Appends an entry.
   *
   * @param entry an entry that is in no list
   */
  public void append(TimerEntry entry) {
    int at = end;
    entry.position = at;
    if (at < CHUNK) {
      if (at == first.length) {
        first = Arrays.copyOf(first, Math.max(1, 2 * at));
      }
      first[at] = entry;
    } else {
      chunkToWrite(at)[at & (CHUNK - 1)] = entry;
    }
    end++;
    size++;
  }

  private @Nullable TimerEntry[] chunkToWrite(int at) {
    int index = (at >>> CHUNK_BITS) - 1;
    if (index == others.length) {
      others = Arrays.copyOf(others, Math.max(1, 2 * index));
    }
    @Nullable TimerEntry[] chunk = others[index];
    if (chunk == null) {
      chunk = new TimerEntry[CHUNK];
      others[index] = chunk;
    }
    return chunk;
  }

  /**
   * Removes an entry in constant time on average.
   *
   * @param entry an entry of this list or of none
   * @return whether it was in this list
   */
  public boolean remove(TimerEntry entry) {
    int at = entry.position;
    if (at >= end || at(at) != entry) {
      return false;
    }
    removeAt(at);
    tidy();
    return true;
  }

  /**
   * Removes the entry at a position, and moves no other.
   *
   * @param position of an entry
   */
  public void removeAt(int position) {
    set(position, null);
    size--;
  }

  /** Moves entries together if most of the positions are empty. */
  public void tidy() {
    if (size == 0) {
      clear();
    } else if (end > FEW && size < end / 2) {
      moveTogether();
    }
  }

  private void moveTogether() {
    int kept = 0;
    for (int i = 0; i < end; i++) {
      TimerEntry entry = at(i);
      if (entry != null) {
        entry.position = kept;
        set(kept++, entry);
      }
    }
    for (int i = kept; i < end; i++) {
      set(i, null);
    }
    end = kept;
    int chunks = (kept - 1) >>> CHUNK_BITS;
    if (chunks < others.length) {
      others = Arrays.copyOf(others, chunks);
    }
  }

  /** Removes all. */
  public void clear() {
    Arrays.fill(first, 0, Math.min(end, first.length), null);
    others = NO_CHUNKS;
    end = 0;
    size = 0;
  }

  /**
   * The entry at a position.
   *
   * @param position from zero to less than {@link #end()}
   * @return the entry, or {@code null} if it was removed
   */
  public @Nullable TimerEntry at(int position) {
    return position < CHUNK ? first[position] : chunk(position)[position & (CHUNK - 1)];
  }

  private void set(int position, @Nullable TimerEntry entry) {
    if (position < CHUNK) {
      first[position] = entry;
    } else {
      chunk(position)[position & (CHUNK - 1)] = entry;
    }
  }

  private @Nullable TimerEntry[] chunk(int position) {
    return Objects.requireNonNull(others[(position >>> CHUNK_BITS) - 1]);
  }

  /**
   * The end of the positions; some of those below it may be empty.
   *
   * @return zero or more
   */
  public int end() {
    return end;
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
