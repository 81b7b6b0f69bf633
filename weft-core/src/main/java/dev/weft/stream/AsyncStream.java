package dev.weft.stream;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of items that arrive over time. Lazy: nothing is produced before it is asked for,
 * which is its back-pressure.
 *
 * <p>Functions given to an operator run inside the poll and may not block; if one throws, the
 * stream fails with it and has ended. A failure arrives as the very object that was thrown.
 *
 * <p>An operator takes the place of the streams that it was made from: read them no more, except
 * where it says so. Some run futures of their own: {@link #mapAsync}, {@link #flatMap}, {@link
 * Streams#stream}, {@link Streams#unfold}, and what is made from them. These futures make progress
 * while an item is waited for. If one fails, the others of that operator are cancelled and have
 * ended before the failure arrives.
 *
 * <p><em>Cancellation:</em> a cancelled {@link #next()} loses nothing: what an operator has taken
 * from its source, and the futures that it runs, stay for the next call. {@link #closeAsync()}
 * cancels them, waits for them, and closes the source; try-with-resources does it. A method that
 * uses up a stream which runs futures, such as {@link #forEach}, closes it by itself, however it
 * ends.
 *
 * <p><em>Items that are left out</em> belong to whoever has seen them: those that a test refuses,
 * as in {@link #filter}, are the test's, and repeats stay as they are, since they may be the very
 * items that were given. Items that nobody has seen, as in {@link #skip}, {@link #debounce} and
 * between the lists of {@link #window}, are closed if they are {@link AutoCloseable}, one before
 * the next is asked for; what fails in that comes at the end of the stream.
 *
 * {@snippet class="dev.weft.snippets.IoSnippets" region="stream"}
 *
 * <p><em>Threads:</em> one consumer at a time.
 *
 * @param <T> type of the items, which are never null
 */
public interface AsyncStream<T> extends AsyncCloseable {

  /**
   * Looks for the next item without waiting.
   *
   * @param cx whom to wake when there is one, in place of the waker of an earlier poll
   * @return the item, {@code null} at the end, or {@link dev.weft.codegen.RawFuture#PENDING}
   * @throws Exception the failure of the stream, after which it has ended
   */
  @Nullable Object pollNext(Context cx) throws Exception;

  /**
   * Asks a pending {@link #pollNext} to give up, as {@link Future#cancel} does: no item is lost. A
   * stream that answers false begins no other read in the poll that ends the pending one: if that
   * has brought nothing to give, it wakes its task and stays pending, and can be left then.
   *
   * @return true if the stream may be left alone; false if it has to be polled on
   */
  default boolean cancelNext() {
    return true;
  }

  /**
   * Gives the stream up. What runs for it is cancelled and has ended when the close completes; then
   * its sources are closed. Items that were taken from a source and not given are closed if they
   * are {@link AutoCloseable}, else dropped. Afterwards the stream has ended. A stream that holds
   * nothing, which is the default, has nothing to do.
   *
   * <p><em>Cancellation:</em> takes place all the same.
   *
   * @return completes when all is released
   */
  @Override
  @CancelSafe
  default Future<Void> closeAsync() {
    return new CloseFuture(() -> {});
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
   * Leaves out the first items, and closes them if they are {@link AutoCloseable}.
   *
   * @param count how many, 0 or more
   * @return the rest of this stream
   */
  default AsyncStream<T> skip(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("count is " + count + "; accepted is 0 or more.");
    }
    return new Skips.Skipped<>(this, count);
  }

  /**
   * Ends before the first item that a test refuses; that item is lost.
   *
   * @param test decides
   * @return the beginning of this stream
   */
  default AsyncStream<T> takeWhile(Predicate<? super T> test) {
    return new Operators.TakenWhile<>(this, Objects.requireNonNull(test, "test"));
  }

  /**
   * Leaves out items until a test refuses one, and asks no more then.
   *
   * @param test decides
   * @return the rest of this stream
   */
  default AsyncStream<T> skipWhile(Predicate<? super T> test) {
    return new Skips.SkippedWhile<>(this, Objects.requireNonNull(test, "test"));
  }

  /**
   * Combines the items so far, for each item.
   *
   * @param start what the first item is combined with
   * @param combine gives the next value, not null, from the last one and an item
   * @param <A> type of the values
   * @return the stream of the values after {@code start}
   */
  default <A> AsyncStream<A> scan(A start, BiFunction<? super A, ? super T, ? extends A> combine) {
    return new Operators.Scanned<>(
        this, Objects.requireNonNull(start, "start"), Objects.requireNonNull(combine, "combine"));
  }

  /**
   * Gives each item once, however often it comes. All different items are remembered.
   *
   * @param limit most different items, 0 or more; the stream fails with {@link
   *     IllegalStateException} at one more
   * @return the stream of different items, by {@code equals}
   */
  default AsyncStream<T> distinct(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is " + limit + "; accepted is 0 or more.");
    }
    return new Skips.Distinct<>(this, limit);
  }

  /**
   * Leaves out items that equal the one before.
   *
   * @return the stream of changes
   */
  default AsyncStream<T> distinctUntilChanged() {
    return distinctUntilChanged(Objects::equals);
  }

  /**
   * Leaves out items that are the same as the last one that was given.
   *
   * @param same whether the second item is the same as the first
   * @return the stream of changes
   */
  default AsyncStream<T> distinctUntilChanged(BiPredicate<? super T, ? super T> same) {
    return new Skips.Changes<>(this, Objects.requireNonNull(same, "same"));
  }

  /**
   * Makes lists of items that follow each other; the last one may be shorter. When the stream fails
   * the items of a list that isn't full are lost.
   *
   * @param size items in a list, 1 or more
   * @return the stream of lists, unmodifiable
   */
  default AsyncStream<List<T>> chunks(int size) {
    return new Batches.Chunks<>(this, Limits.atLeastOne("size", size));
  }

  /**
   * Makes lists as {@link #chunks}, but gives one that isn't full as well, once some time has
   * passed since its first item.
   *
   * @param size most items in a list, 1 or more
   * @param time longest time that an item waits; zero or less: until the stream is pending
   * @return the stream of lists, unmodifiable and never empty
   */
  default AsyncStream<List<T>> chunksTimeout(int size, Duration time) {
    return new Timed.Chunks<>(
        this, Limits.atLeastOne("size", size), Objects.requireNonNull(time, "time"));
  }

  /**
   * Makes lists of which each begins some items after the one before. Only full ones are given;
   * items that are in none when the stream ends are closed if they are {@link AutoCloseable}.
   *
   * @param size items in a list, 1 or more
   * @param step items from the begin of a list to that of the next, 1 or more; less than the size
   *     makes them overlap, more leaves items out, which are closed if they are {@link
   *     AutoCloseable}
   * @return the stream of lists, unmodifiable
   */
  default AsyncStream<List<T>> window(int size, int step) {
    return new Batches.Windows<>(
        this, Limits.atLeastOne("size", size), Limits.atLeastOne("step", step));
  }

  /**
   * Runs a future for each item, several at a time, and gives the results in the order of the
   * items. A failure comes in its place as well.
   *
   * {@snippet class="dev.weft.snippets.StreamSnippets" region="mapAsync"}
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the futures wait for the next call.
   *
   * @param limit most futures that run or whose result waits, 1 or more
   * @param function gives the future of an item, whose result may not be null
   * @param <R> type of the results
   * @return the stream of results
   */
  default <R> AsyncStream<R> mapAsync(
      int limit, Function<? super T, ? extends Future<? extends R>> function) {
    return Flat.ofFutures(this, limit, true, Objects.requireNonNull(function, "function"));
  }

  /**
   * Runs a future for each item as {@link #mapAsync}, but gives each result, and the first failure,
   * as soon as it is there.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the futures wait for the next call.
   *
   * @param limit most futures that run, 1 or more
   * @param function gives the future of an item, whose result may not be null
   * @param <R> type of the results
   * @return the stream of results
   */
  default <R> AsyncStream<R> mapAsyncUnordered(
      int limit, Function<? super T, ? extends Future<? extends R>> function) {
    return Flat.ofFutures(this, limit, false, Objects.requireNonNull(function, "function"));
  }

  /**
   * Reads a stream for each item, several at a time, and gives what comes from any of them; with a
   * limit of 1 one after another. When one fails the others are closed.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe; the streams wait for the next call.
   *
   * @param limit most streams that are read at the same time, 1 or more
   * @param function gives the stream of an item
   * @param <R> type of the new items
   * @return the stream of all their items
   */
  default <R> AsyncStream<R> flatMap(
      int limit, Function<? super T, ? extends AsyncStream<? extends R>> function) {
    return Flat.ofStreams(this, limit, Objects.requireNonNull(function, "function"));
  }

  /**
   * Gives what comes from this stream and another one, whichever has an item. It ends when both
   * have, and fails when one does; see {@link Streams#merge} for more of them.
   *
   * @param other the other stream
   * @return the stream of all items
   */
  default AsyncStream<T> merge(AsyncStream<? extends T> other) {
    return Streams.merge(List.of(this, other));
  }

  /**
   * Combines each item with one of another stream. It ends when one of them has; an item that has
   * no other half is then lost, and closed if it is an {@link AutoCloseable}.
   *
   * @param other the other stream, asked at the same time
   * @param combine gives the new item, which may not be null
   * @param <U> type of the other items
   * @param <R> type of the new items
   * @return the stream of pairs
   */
  default <U, R> AsyncStream<R> zip(
      AsyncStream<U> other, BiFunction<? super T, ? super U, ? extends R> combine) {
    return new Pairs<>(
        this, Objects.requireNonNull(other, "other"), Objects.requireNonNull(combine, "combine"));
  }

  /**
   * Goes on with another stream when this one has ended.
   *
   * @param next the other stream, not asked before
   * @return one stream after the other
   */
  default AsyncStream<T> concat(AsyncStream<? extends T> next) {
    return new Operators.Chained<>(this, Objects.requireNonNull(next, "next"));
  }

  /**
   * Asks for some items more than it is asked for, so that what makes them is at work on the next
   * one while an item is used. A failure comes after the items before it.
   *
   * @param size most items that wait, 1 or more
   * @return the same items
   */
  default AsyncStream<T> buffered(int size) {
    return new Buffered<>(this, Limits.atLeastOne("size", size));
  }

  /**
   * Gives an item once no other has come for some time, or the stream ends. Others are left out,
   * and closed if they are {@link AutoCloseable}.
   *
   * @param pause the time after an item without another one; zero or less: until the stream is
   *     pending
   * @return the last item before each pause
   */
  default AsyncStream<T> debounce(Duration pause) {
    return new Timed.Debounced<>(this, Objects.requireNonNull(pause, "pause"));
  }

  /**
   * Waits between items. None is left out; this stream isn't asked during the wait.
   *
   * @param gap shortest time from one item to the next; zero or less is none
   * @return the same items, no faster than that
   */
  default AsyncStream<T> throttle(Duration gap) {
    return new Timed.Throttled<>(this, Objects.requireNonNull(gap, "gap"));
  }

  /**
   * Fails with {@link java.util.concurrent.TimeoutException} if an item, or the end, takes too
   * long. This stream can then be read on. The time runs from when the item is asked for, and goes
   * on when a {@code next()} is cancelled.
   *
   * @param limit longest time for an item
   * @return the same items
   */
  default AsyncStream<T> timeoutEach(Duration limit) {
    return new Timed.Limited<>(this, Objects.requireNonNull(limit, "limit"));
  }

  /**
   * Sorts the items by a key into streams of their own, in the order in which the keys first come.
   * Groups may be read in any tasks; whoever waits for an item moves all of them on. When the
   * buffer of one is full the others wait, so read each of them, or close it: later items of its
   * key then open another group. A failure comes in each group and in this stream.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe. Items that wait in a group when it is
   * closed are closed if they are {@link AutoCloseable}, and so are those of new keys once the
   * stream of groups is closed.
   *
   * @param key gives the key, not null; called under a lock
   * @param maxGroups most groups that are open, 1 or more; the stream fails with {@link
   *     IllegalStateException} at one more
   * @param buffer items that wait in a group, 1 or more
   * @param <K> type of the key
   * @return the stream of groups; closing it and all groups closes this stream
   */
  default <K> AsyncStream<Group<K, T>> groupBy(
      Function<? super T, ? extends K> key, int maxGroups, int buffer) {
    return new Grouped<T, K>(
            this,
            Objects.requireNonNull(key, "key"),
            Limits.atLeastOne("maxGroups", maxGroups),
            Limits.atLeastOne("buffer", buffer))
        .open();
  }

  /**
   * Gives each item to several consumers, which may be in different tasks. Each {@code get()} makes
   * a consumer, which gets the items from then on; whoever waits for an item moves all of them on.
   * The slowest holds the others up, so read each of them, or close it. A failure comes in each.
   * Closing a consumer drops the items that wait for it and doesn't close them, as the others have
   * them too.
   *
   * <p><em>Cancellation:</em> of a {@code next()}: safe. An item that no consumer has taken is
   * closed with the last one that might have, if it is {@link AutoCloseable}.
   *
   * @param buffer items that wait for a consumer, 1 or more
   * @return makes a consumer at each call; closing the last one closes this stream
   */
  default Supplier<AsyncStream<T>> share(int buffer) {
    return new Shared<>(this, Limits.atLeastOne("buffer", buffer));
  }

  /**
   * Lets one look at the next item before taking it.
   *
   * @return the same items
   */
  default PeekableStream<T> peekable() {
    return new Peeked<>(this);
  }

  /**
   * Stays at its end: after the end or a failure this stream isn't asked any more. All operators
   * are so; it is for sources that might go on.
   *
   * @return the same items
   */
  default AsyncStream<T> fuse() {
    return new Operators.Fused<>(this);
  }

  /**
   * Calls an action with each item until the stream ends.
   *
   * <p><em>Cancellation:</em> safe; an item that the action hasn't seen is still in the stream. A
   * stream that runs futures of its own is closed.
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

  /**
   * Collects all items with a collector of {@link java.util.stream.Collectors}. There is no limit
   * to their number; {@link #toList} has one.
   *
   * <p><em>Cancellation:</em> what was collected so far is lost, and so it is if it fails.
   *
   * @param collector used on the task that polls
   * @param <R> type of the result
   * @return the result at the end of the stream
   */
  @CancelSafe(loses = "what was collected so far", instead = "collect the items of next() yourself")
  default <R extends @Nullable Object> Future<R> collect(Collector<? super T, ?, R> collector) {
    return Terminals.Collected.of(this, Objects.requireNonNull(collector, "collector"));
  }
}
