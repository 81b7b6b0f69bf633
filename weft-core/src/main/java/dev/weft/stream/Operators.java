package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Streams made from one other stream. */
final class Operators {

  private Operators() {}

  /** Passes items on until the end or a failure; then the source isn't polled any more. */
  abstract static class Operator<T, R> implements AsyncStream<R> {

    final AsyncStream<T> source;
    private boolean ended;

    Operator(AsyncStream<T> source) {
      this.source = source;
    }

    /** The source's answer turned into this stream's. */
    abstract @Nullable Object step(Context cx) throws Exception;

    @Override
    public final @Nullable Object pollNext(Context cx) throws Exception {
      if (ended) {
        return null;
      }
      Object answer;
      try {
        answer = step(cx);
      } catch (Throwable failure) {
        ended = true;
        throw failure;
      }
      ended = answer == null;
      return answer;
    }

    @Override
    public final boolean cancelNext() {
      return ended || source.cancelNext();
    }
  }

  static final class Mapped<T, R> extends Operator<T, R> {

    private final Function<? super T, ? extends R> function;

    Mapped(AsyncStream<T> source, Function<? super T, ? extends R> function) {
      super(source);
      this.function = function;
    }

    @Override
    @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
    @Nullable Object step(Context cx) throws Exception {
      Object item = source.pollNext(cx);
      if (item == null || item == RawFuture.PENDING) {
        return item;
      }
      R mapped = function.apply((T) item);
      return Objects.requireNonNull(mapped, "The function of map gave null for an item.");
    }
  }

  static final class Filtered<T> extends Operator<T, T> {

    private final Predicate<? super T> test;

    Filtered(AsyncStream<T> source, Predicate<? super T> test) {
      super(source);
      this.test = test;
    }

    @Override
    @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
    @Nullable Object step(Context cx) throws Exception {
      while (true) {
        Object item = source.pollNext(cx);
        if (item == null || item == RawFuture.PENDING || test.test((T) item)) {
          return item;
        }
        if (!PollContext.mayGoOn(cx)) {
          return RawFuture.PENDING;
        }
      }
    }
  }

  static final class Taken<T> extends Operator<T, T> {

    private long left;

    Taken(AsyncStream<T> source, long count) {
      super(source);
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
}
