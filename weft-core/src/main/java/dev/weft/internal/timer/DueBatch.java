package dev.weft.internal.timer;

import dev.weft.spi.TimerEntry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The due entries of one slot, to be fired in the order of their deadlines. */
final class DueBatch {

  private static final int SMALL = 64;
  private static final int KEEP = 4096;

  private @Nullable TimerEntry[] entries = new TimerEntry[SMALL];
  private int size;

  void add(TimerEntry entry) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size * 2);
    }
    entries[size++] = entry;
  }

  int size() {
    return size;
  }

  TimerEntry get(int index) {
    return Objects.requireNonNull(entries[index]);
  }

  /**
   * Sorts by deadline, and what is equal by the order of adding. All must be due at {@code now}.
   */
  void sort(long nowNanos) {
    if (size > 1) {
      // Overdue times are compared, for those are small where the clock's value may overflow.
      Arrays.sort(
          entries,
          0,
          size,
          Comparator.comparingLong(
              (@Nullable TimerEntry entry) ->
                  entry == null ? 0 : entry.deadlineNanos() - nowNanos));
    }
  }

  void clear() {
    if (entries.length > KEEP) {
      entries = new TimerEntry[SMALL];
    } else {
      Arrays.fill(entries, 0, size, null);
    }
    size = 0;
  }
}
