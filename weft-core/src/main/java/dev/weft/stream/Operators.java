package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Streams that look at one item of another stream at a time. */
final class Operators {

  private Operators() {}

  static final class Mapped<T, R> extends Each<T, R> {

    private final Function<? super T, ? extends R> function;

    Mapped(AsyncStream<T> source, Function<? super T, ? extends R> function) {
      super(source);
      this.function = function;
    }

    @Override
    Object use(T item) {
      R mapped = function.apply(item);
      return Objects.requireNonNull(mapped, "The function of map gave null for an item.");
    }
  }

  static final class Filtered<T> extends Each<T, T> {

    private final Predicate<? super T> test;

    Filtered(AsyncStream<T> source, Predicate<? super T> test) {
      super(source);
      this.test = test;
    }

    @Override
    Object use(T item) {
      return test.test(item) ? item : SKIP;
    }
  }

  static final class TakenWhile<T> extends Each<T, T> {

    private final Predicate<? super T> test;

    TakenWhile(AsyncStream<T> source, Predicate<? super T> test) {
      super(source);
      this.test = test;
    }

    @Override
    @Nullable Object use(T item) {
      return test.test(item) ? item : null;
    }
  }

  static final class Scanned<T, A> extends Each<T, A> {

    private final BiFunction<? super A, ? super T, ? extends A> combine;
    private A value;

    Scanned(AsyncStream<T> source, A start, BiFunction<? super A, ? super T, ? extends A> combine) {
      super(source);
      this.value = start;
      this.combine = combine;
    }

    @Override
    Object use(T item) {
      A next = combine.apply(value, item);
      value = Objects.requireNonNull(next, "The function of scan gave null for an item.");
      return value;
    }
  }

  /** The same items; that it ends for good is what every operator does. */
  static final class Fused<T> extends Each<T, T> {

    Fused(AsyncStream<T> source) {
      super(source);
    }

    @Override
    Object use(T item) {
      return Objects.requireNonNull(item, "An item of a stream can't be null.");
    }
  }

  static final class Taken<T> extends Operator<T> {

    private final AsyncStream<T> source;
    private long left;

    Taken(AsyncStream<T> source, long count) {
      super(source);
      this.source = source;
      this.left = count;
    }

    @Override
    @Nullable Object step(Context cx) throws Exception {
      if (left == 0) {
        return null;
      }
      Object item = source.pollNext(cx);
      if (item != RawFuture.PENDING) {
        left--;
      }
      return item;
    }
  }

  /** One stream after another. */
  static final class Chained<T> extends Operator<T> {

    private final AsyncStream<? extends T> second;
    private AsyncStream<? extends T> current;

    Chained(AsyncStream<? extends T> first, AsyncStream<? extends T> second) {
      super(first, second);
      this.second = second;
      this.current = first;
    }

    @Override
    @Nullable Object step(Context cx) throws Exception {
      Object item = current.pollNext(cx);
      if (item == null && current != second) {
        current = second;
        if (mustLeave(cx)) {
          return RawFuture.PENDING;
        }
        item = current.pollNext(cx);
      }
      return item;
    }

    @Override
    boolean leave() {
      return current.cancelNext();
    }
  }
}
