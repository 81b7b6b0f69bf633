package dev.weft.stream;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Streams that leave items out because of those before them. */
final class Skips {

  private Skips() {}

  static final class Skipped<T> extends Each<T, T> {

    private long left;

    Skipped(AsyncStream<T> source, long count) {
      super(source);
      this.left = count;
    }

    @Override
    Object use(T item) {
      if (left == 0) {
        return item;
      }
      left--;
      leaveOut(item);
      return SKIP;
    }
  }

  static final class SkippedWhile<T> extends Each<T, T> {

    private final Predicate<? super T> test;
    private boolean begun;

    SkippedWhile(AsyncStream<T> source, Predicate<? super T> test) {
      super(source);
      this.test = test;
    }

    @Override
    Object use(T item) {
      begun = begun || !test.test(item);
      return begun ? item : SKIP;
    }
  }

  static final class Distinct<T> extends Each<T, T> {

    private final Set<T> seen = new HashSet<>();
    private final int limit;

    Distinct(AsyncStream<T> source, int limit) {
      super(source);
      this.limit = limit;
    }

    @Override
    Object use(T item) {
      if (seen.contains(item)) {
        return SKIP;
      }
      if (seen.size() == limit) {
        crew().discard(item);
        throw new IllegalStateException(
            "The stream has more different items than the " + limit + " that distinct may keep.");
      }
      seen.add(item);
      return item;
    }
  }

  static final class Changes<T> extends Each<T, T> {

    private final BiPredicate<? super T, ? super T> same;
    private @Nullable T last;

    Changes(AsyncStream<T> source, BiPredicate<? super T, ? super T> same) {
      super(source);
      this.same = same;
    }

    @Override
    Object use(T item) {
      if (last != null && same.test(last, item)) {
        return SKIP;
      }
      last = item;
      return item;
    }
  }
}
