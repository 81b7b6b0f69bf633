package dev.weft.stream;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of items that arrive over time. Lazy: nothing is produced before it is asked for,
 * which is its back-pressure.
 *
 * <p>Functions given to an operator run inside the poll and may not block; if one throws, the
 * stream fails with it and has ended.
 *
 * {@snippet class="dev.weft.snippets.IoSnippets" region="stream"}
 *
 * <p><em>Threads:</em> one consumer at a time.
 *
 * @param <T> type of the items, which are never null
 */
public interface AsyncStream<T> {

  /**
   * Looks for the next item without waiting.
   *
   * @param cx whom to wake when there is one, in place of the waker of an earlier poll
   * @return the item, {@code null} at the end, or {@link dev.weft.codegen.RawFuture#PENDING}
   * @throws Exception the failure of the stream, after which it has ended
   */
  @Nullable Object pollNext(Context cx) throws Exception;

  /**
   * Asks a pending {@link #pollNext} to give up, as {@link Future#cancel} does: no item is lost.
   *
   * @return true if the stream may be left alone; false if it has to be polled on
   */
  default boolean cancelNext() {
    return true;
  }

  /**
   * Waits for the next item.
   *
   * <p><em>Cancellation:</em> safe; an item that wasn't returned is returned by the next call.
   *
   * @return the item, or {@code null} at the end
   */
  @CancelSafe
  default Future<@Nullable T> next() {
    return new NextFuture<>(this);
  }

  /**
   * Applies a function to each item.
   *
   * @param function gives the new item, which may not be null
   * @param <R> type of the new items
   * @return the stream of new items, in place of this one
   */
  default <R> AsyncStream<R> map(Function<? super T, ? extends R> function) {
    return new Operators.Mapped<>(this, Objects.requireNonNull(function, "function"));
  }

  /**
   * Keeps the items that a test accepts.
   *
   * @param test decides
   * @return the stream of accepted items, in place of this one
   */
  default AsyncStream<T> filter(Predicate<? super T> test) {
    return new Operators.Filtered<>(this, Objects.requireNonNull(test, "test"));
  }

  /**
   * Ends after some items. It asks for no item beyond them, so this stream can be read on.
   *
   * @param count how many items at most, 0 or more
   * @return the beginning of this stream
   */
  default AsyncStream<T> take(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("count is " + count + "; accepted is 0 or more.");
    }
    return new Operators.Taken<>(this, count);
  }

  /**
   * Calls an action with each item until the stream ends.
   *
   * <p><em>Cancellation:</em> safe; an item that the action hasn't seen is still in the stream.
   *
   * @param action what to do
   * @return completes at the end of the stream
   */
  @CancelSafe
  default Future<Void> forEach(Consumer<? super T> action) {
    return new Terminals.ForEach<>(this, Objects.requireNonNull(action, "action"));
  }

  /**
   * Combines all items into one value.
   *
   * <p><em>Cancellation:</em> the value so far is lost; items that weren't combined are still in
   * the stream.
   *
   * @param start the value of an empty stream
   * @param combine gives the next value from the last one and an item
   * @param <A> type of the value
   * @return the value at the end of the stream
   */
  @CancelSafe(loses = "the value so far", instead = "combine the items of next() yourself")
  default <A extends @Nullable Object> Future<A> fold(
      A start, BiFunction<? super A, ? super T, ? extends A> combine) {
    return new Terminals.Fold<>(this, start, Objects.requireNonNull(combine, "combine"));
  }

  /**
   * Collects all items. If there are more than the limit it fails with {@link
   * IllegalStateException}.
   *
   * <p><em>Cancellation:</em> items collected so far are lost, and so they are if it fails.
   *
   * @param limit most items, 0 or more
   * @return the items in order, once the stream has ended; unmodifiable
   */
  @CancelSafe(
      loses = "the items collected so far",
      instead = "collect the items of next() yourself")
  default Future<List<T>> toList(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is " + limit + "; accepted is 0 or more.");
    }
    return new Terminals.ToList<>(this, limit);
  }
}
