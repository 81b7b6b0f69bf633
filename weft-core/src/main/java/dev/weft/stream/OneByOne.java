package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The streams that are made of the items of another stream, one after another. */
final class OneByOne<T, R> extends Operator<R> {

  /*
   * What Flat does with a limit of 1, without a crew as long as nothing has to be stopped: at most one
   * stream is read at a time, the source or the one made of its latest item, so that it is polled with
   * the task's own waker, and whoever holds the turn is who is polled.
   *
   * State: `current` is the stream that is read; null while the source is asked. It is ours to close unless
   * it has ended or failed.
   */

  private final AsyncStream<T> source;
  private final Function<? super T, ? extends AsyncStream<? extends R>> function;
  private @Nullable AsyncStream<? extends R> current;

  OneByOne(
      AsyncStream<T> source, Function<? super T, ? extends AsyncStream<? extends R>> function) {
    super(source);
    this.source = source;
    this.function = function;
  }

  @Override
  @Nullable Object step(Context cx) throws Exception {
    while (true) {
      boolean begun = false;
      AsyncStream<? extends R> reading = current;
      if (reading == null) {
        Object item = source.pollNext(cx);
        if (item == null || item == RawFuture.PENDING) {
          return item;
        }
        reading = begin(item);
        begun = true;
      }
      Object item = next(reading, cx);
      if (item != null) {
        if (item == RawFuture.PENDING && begun) {
          boolean _ = mustLeave(cx); // what has begun can only be asked after this poll
        }
        return item;
      }
      if (!mayGoOn(cx)) {
        return RawFuture.PENDING;
      }
    }
  }

  @SuppressWarnings("unchecked") // the source yields T
  private AsyncStream<? extends R> begin(Object item) {
    AsyncStream<? extends R> begun =
        Objects.requireNonNull(
            function.apply((T) item), "The function of flatMap gave null for an item.");
    current = begun;
    return begun;
  }

  private @Nullable Object next(AsyncStream<? extends R> reading, Context cx) throws Exception {
    Object item;
    try {
      item = reading.pollNext(cx);
    } catch (Throwable failure) {
      current = null;
      throw failure;
    }
    if (item == null) {
      current = null;
    }
    return item;
  }

  @Override
  boolean leave() {
    AsyncStream<? extends R> reading = current;
    return reading == null ? source.cancelNext() : reading.cancelNext();
  }

  @Override
  boolean runs() {
    return true;
  }

  @Override
  void stop() {
    AsyncStream<? extends R> reading = current;
    if (reading != null) {
      current = null;
      crew().add(new Crew.Inlet(crew(), reading, true));
    }
    super.stop();
  }
}
