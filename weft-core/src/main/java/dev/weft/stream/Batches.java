package dev.weft.stream;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams of lists of items. */
final class Batches {

  private Batches() {}

  /** Lists that don't overlap. */
  static final class Chunks<T> extends Each<T, List<T>> {

    private final int size;
    private List<T> items = new ArrayList<>();

    Chunks(AsyncStream<T> source, int size) {
      super(source);
      this.size = size;
    }

    @Override
    Object use(T item) {
      items.add(item);
      return items.size() < size ? SKIP : take();
    }

    @Override
    void stop() {
      super.stop();
      items.forEach(crew()::discard);
      items.clear();
    }

    private List<T> take() {
      List<T> full = List.copyOf(items);
      items = new ArrayList<>();
      return full;
    }

    @Override
    @Nullable Object atEnd() {
      return items.isEmpty() ? null : take();
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
