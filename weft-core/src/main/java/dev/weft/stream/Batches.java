package dev.weft.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams of lists of items. */
final class Batches {

  private Batches() {}

  /** Lists that don't overlap. */
  static final class Chunks<T> extends Each<T, List<T>> {

    private static final int FIRST_PLACES = 16;

    private final int size;
    private @Nullable Object[] items; // of the list that isn't full; used again for the next
    private int count;

    Chunks(AsyncStream<T> source, int size) {
      super(source);
      this.size = size;
      this.items = new Object[Math.min(size, FIRST_PLACES)];
    }

    @Override
    Object use(T item) {
      if (count == items.length) {
        items = Arrays.copyOf(items, (int) Math.min(size, count * 2L));
      }
      items[count++] = item;
      return count < size ? SKIP : take();
    }

    @Override
    void stop() {
      super.stop();
      for (int i = 0; i < count; i++) {
        crew().discard(items[i]);
      }
      clear();
    }

    @SuppressWarnings("unchecked") // only items of the source are there
    private List<T> take() {
      List<T> full = (List<T>) List.of(count == items.length ? items : Arrays.copyOf(items, count));
      clear();
      return full;
    }

    private void clear() {
      Arrays.fill(items, 0, count, null);
      count = 0;
    }

    @Override
    @Nullable Object atEnd() {
      return count == 0 ? null : take();
    }
  }

  /** Lists of which each begins some items after the one before. */
  static final class Windows<T> extends Each<T, List<T>> {

    private final int size;
    private final int step;
    private final List<T> items = new ArrayList<>();
    private int given; // the first so many were in a list
    private int gap; // items still to be left out

    Windows(AsyncStream<T> source, int size, int step) {
      super(source);
      this.size = size;
      this.step = step;
    }

    @Override
    Object use(T item) {
      if (gap > 0) {
        gap--;
        leaveOut(item);
        return SKIP;
      }
      items.add(item);
      if (items.size() < size) {
        return SKIP;
      }
      List<T> full = List.copyOf(items);
      items.subList(0, Math.min(step, size)).clear();
      given = items.size();
      gap = Math.max(0, step - size);
      return full;
    }

    @Override
    @Nullable Object atEnd() {
      discard();
      return null;
    }

    @Override
    void stop() {
      super.stop();
      discard();
    }

    /** Only those that nobody has in a list. */
    private void discard() {
      items.subList(given, items.size()).forEach(crew()::discard);
      items.clear();
      given = 0;
    }
  }
}
