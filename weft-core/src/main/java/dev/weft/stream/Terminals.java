package dev.weft.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** Futures that use up a stream. */
final class Terminals {

  private Terminals() {}

  static final class ForEach<T> extends StreamLoop<T, Void> {

    private final Consumer<? super T> action;

    ForEach(AsyncStream<T> stream, Consumer<? super T> action) {
      super(stream);
      this.action = action;
    }

    @Override
    void accept(T item) {
      action.accept(item);
    }

    @Override
    @Nullable Object atEnd() {
      return null;
    }
  }

  static final class Fold<T, A extends @Nullable Object> extends StreamLoop<T, A> {

    private final BiFunction<? super A, ? super T, ? extends A> combine;
    private A value;

    Fold(AsyncStream<T> stream, A start, BiFunction<? super A, ? super T, ? extends A> combine) {
      super(stream);
      this.value = start;
      this.combine = combine;
    }

    @Override
    void accept(T item) {
      value = combine.apply(value, item);
    }

    @Override
    @Nullable Object atEnd() {
      return value;
    }
  }

  static final class ToList<T> extends StreamLoop<T, List<T>> {

    private final int limit;
    private final List<T> items = new ArrayList<>();

    ToList(AsyncStream<T> stream, int limit) {
      super(stream);
      this.limit = limit;
    }

    @Override
    void accept(T item) {
      if (items.size() == limit) {
        throw new IllegalStateException(
            "The stream has more items than the " + limit + " that toList may collect.");
      }
      items.add(item);
    }

    @Override
    Object atEnd() {
      return Collections.unmodifiableList(items);
    }
  }

  static final class Collected<T, A, R extends @Nullable Object> extends StreamLoop<T, R> {

    private final Collector<? super T, A, R> collector;
    private final BiConsumer<A, ? super T> accumulator;
    private final A container;

    private Collected(AsyncStream<T> stream, Collector<? super T, A, R> collector) {
      super(stream);
      this.collector = collector;
      this.accumulator = collector.accumulator();
      this.container = collector.supplier().get();
    }

    static <T, A, R extends @Nullable Object> Collected<T, A, R> of(
        AsyncStream<T> stream, Collector<? super T, A, R> collector) {
      return new Collected<>(stream, collector);
    }

    @Override
    void accept(T item) {
      accumulator.accept(container, item);
    }

    @Override
    @Nullable Object atEnd() {
      return collector.finisher().apply(container);
    }
  }
}
