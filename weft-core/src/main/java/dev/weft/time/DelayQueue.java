package dev.weft.time;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.Clock;
import dev.weft.spi.DeadlineHeap;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that come out when their time has come, earliest first: sessions that end, leases to be
 * renewed, entries of a cache. Many deadlines cost one timer, and each can be moved or given up.
 *
 * {@snippet class="dev.weft.snippets.TimeSnippets" region="delayQueue"}
 *
 * <p>Values with the same deadline come out in the order in which they were inserted or reset. A
 * value whose time has come can still be reset or removed until it has been taken out. Inserting,
 * resetting and removing take logarithmic time.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; one consumer waits at a time.
 *
 * @param <T> type of the values, which are never null
 */
public final class DelayQueue<T> {

  /*
   * State: a heap of entries, and the one consumer that waits, both guarded by the heap's monitor, which is
   * held for a heap operation and never while anything is called. Wakers are called outside it.
   *
   * Wakes: the consumer leaves its waker, and when it will wake by itself, in the monitor in which it found
   * nothing. Whoever brings an earlier deadline afterwards, or empties the queue under a consumer that wants
   * to know, takes the waker and calls it. When the first entry is removed or put off, nobody is called: the
   * consumer wakes once for nothing and sets another timer, which costs less than waking it for each.
   *
   * Clocks: a deadline is computed by the clock that the queue was created with, and whether it has come is
   * seen by that of the runtime on which the consumer is polled: the same one, unless somebody mixes runtimes.
   */

  private final Clock clock;
  private final int limit;
  private final DeadlineHeap<Entry<T>> heap =
      new DeadlineHeap<>((entry, position) -> entry.position = position);
  private final DelayWait own = new DelayWait(true); // of pollNext
  private @Nullable DelayWait waiting; // in the monitor

  DelayQueue(Clock clock, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "The limit of a DelayQueue is " + limit + " but must be 1 or more.");
    }
    this.clock = clock;
    this.limit = limit;
  }

  /**
   * A queue of the runtime that runs the calling code.
   *
   * @param <T> type of the values
   * @return an empty queue without a limit
   * @throws IllegalStateException outside any runtime
   */
  public static <T> DelayQueue<T> create() {
    return on(Weft.current(), Integer.MAX_VALUE);
  }

  /**
   * A queue of the runtime that runs the calling code, with a limit.
   *
   * @param limit most entries at a time, 1 or more
   * @param <T> type of the values
   * @return an empty queue
   * @throws IllegalStateException outside any runtime
   */
  public static <T> DelayQueue<T> create(int limit) {
    return on(Weft.current(), limit);
  }

  /**
   * A queue of a runtime.
   *
   * @param runtime by whose clock the deadlines are; its tasks take the values out
   * @param limit most entries at a time, 1 or more
   * @param <T> type of the values
   * @return an empty queue
   */
  public static <T> DelayQueue<T> on(Weft runtime, int limit) {
    Objects.requireNonNull(runtime, "runtime");
    return new DelayQueue<>(runtime::nanoTime, limit);
  }

  /**
   * Puts a value in.
   *
   * @param value the value
   * @param delay time from now until it comes out; negative counts as zero, anything above 146
   *     years as 146 years
   * @return its entry, with which it can be reset and removed
   * @throws IllegalStateException if the queue is full
   */
  public Entry<T> insert(T value, Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return insertAt(value, Deadlines.after(clock.nanoTime(), delay));
  }

  /**
   * Puts a value in, with a deadline.
   *
   * @param value the value
   * @param deadlineNanos when it comes out, in nanoseconds of the runtime's clock ({@link
   *     Weft#nanoTime()}); in the past is as good as now
   * @return its entry, with which it can be reset and removed
   * @throws IllegalStateException if the queue is full
   */
  public Entry<T> insertAt(T value, long deadlineNanos) {
    Entry<T> entry = tryInsertAt(value, deadlineNanos);
    if (entry == null) {
      throw new IllegalStateException(
          this
              + " is full, so "
              + value
              + " can't be inserted; remove an entry, or use tryInsert.");
    }
    return entry;
  }

  /**
   * Puts a value in if there is room.
   *
   * @param value the value
   * @param delay as for {@link #insert}
   * @return its entry, or {@code null} if the queue is full
   */
  public @Nullable Entry<T> tryInsert(T value, Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return tryInsertAt(value, Deadlines.after(clock.nanoTime(), delay));
  }

  private @Nullable Entry<T> tryInsertAt(T value, long deadlineNanos) {
    var entry = new Entry<>(this, Objects.requireNonNull(value, "value"));
    Waker woken;
    synchronized (heap) {
      if (heap.size() >= limit) {
        return null;
      }
      woken = put(entry, deadlineNanos);
    }
    wake(woken);
    return entry;
  }

  /** In the monitor: keeps an entry; returns whom to wake for it. */
  private @Nullable Waker put(Entry<T> entry, long deadlineNanos) {
    long deadline = Deadlines.comparable(clock.nanoTime(), deadlineNanos);
    entry.deadlineNanos = deadline;
    heap.add(entry, deadline);
    return waiting != null && entry.position == 0 ? waiting.takeIfLaterThan(deadline) : null;
  }

  /**
   * Moves the deadline of a value.
   *
   * @param entry an entry of this queue
   * @param delay as for {@link #insert}
   * @return false if the value has been taken out or removed; then nothing happens
   */
  public boolean reset(Entry<T> entry, Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return resetAt(entry, Deadlines.after(clock.nanoTime(), delay));
  }

  /**
   * Moves the deadline of a value to a time.
   *
   * @param entry an entry of this queue
   * @param deadlineNanos as for {@link #insertAt}
   * @return false if the value has been taken out or removed; then nothing happens
   */
  public boolean resetAt(Entry<T> entry, long deadlineNanos) {
    requireOwn(entry);
    Waker woken;
    synchronized (heap) {
      if (entry.position == DeadlineHeap.NOWHERE) {
        return false;
      }
      heap.removeAt(entry.position);
      woken = put(entry, deadlineNanos);
    }
    wake(woken);
    return true;
  }

  /**
   * Removes a value that must be there.
   *
   * @param entry an entry of this queue
   * @return its value
   * @throws IllegalStateException if the value has been taken out or removed before
   */
  public T remove(Entry<T> entry) {
    if (!tryRemove(entry)) {
      throw new IllegalStateException(
          entry + " is no longer in its DelayQueue; tryRemove says so instead.");
    }
    return entry.value;
  }

  /**
   * Removes a value.
   *
   * @param entry an entry of this queue
   * @return false if the value has been taken out or removed before
   */
  public boolean tryRemove(Entry<T> entry) {
    requireOwn(entry);
    Waker woken;
    synchronized (heap) {
      if (entry.position == DeadlineHeap.NOWHERE) {
        return false;
      }
      heap.removeAt(entry.position);
      woken = emptied();
    }
    wake(woken);
    return true;
  }

  /** Removes all values. */
  public void clear() {
    Waker woken;
    synchronized (heap) {
      heap.removeIf(_ -> true);
      woken = emptied();
    }
    wake(woken);
  }

  /** In the monitor: whom to wake since nothing may be left. */
  private @Nullable Waker emptied() {
    return waiting != null && heap.size() == 0 ? waiting.takeIfUntilEmpty() : null;
  }

  private static void wake(@Nullable Waker woken) {
    if (woken != null) {
      woken.wake();
    }
  }

  private void requireOwn(Entry<T> entry) {
    if (entry.queue != this) {
      throw new IllegalArgumentException(
          entry + " belongs to another DelayQueue than " + this + ".");
    }
  }

  /**
   * The entry that comes out next, if nothing changes.
   *
   * @return the entry, or {@code null} if the queue is empty
   */
  public @Nullable Entry<T> peek() {
    synchronized (heap) {
      return heap.first();
    }
  }

  /**
   * How many entries there are, due ones included.
   *
   * @return zero or more
   */
  public int size() {
    synchronized (heap) {
      return heap.size();
    }
  }

  /**
   * Whether there is no entry.
   *
   * @return true if {@link #size()} is zero
   */
  public boolean isEmpty() {
    return size() == 0;
  }

  /**
   * How many entries there may be at a time.
   *
   * @return 1 or more; {@link Integer#MAX_VALUE} without a limit
   */
  public int limit() {
    return limit;
  }

  /**
   * Waits for the next value. If the queue is empty, or gets empty meanwhile, there is nothing to
   * wait for.
   *
   * <p><em>Cancellation:</em> no value is lost; the next call waits for the same one.
   *
   * @return the entry of the value, taken out, or {@code null} if the queue is empty
   */
  @CancelSafe
  public Future<@Nullable Entry<T>> next() {
    return new Next<T, @Nullable Entry<T>>(this, true);
  }

  /**
   * Waits for the next value, in an empty queue for as long as it takes.
   *
   * <p><em>Cancellation:</em> no value is lost; the next call waits for the same one.
   *
   * @return the entry of the value, taken out
   */
  @CancelSafe
  public Future<Entry<T>> take() {
    return new Next<T, Entry<T>>(this, false);
  }

  /**
   * Takes the next value out if its time has come.
   *
   * @return the entry of the value, or {@code null} if none is due
   */
  public @Nullable Entry<T> tryNext() {
    Entry<T> due;
    Waker woken;
    synchronized (heap) {
      due = takeDue(clock.nanoTime());
      woken = due == null ? null : emptied();
    }
    wake(woken);
    return due;
  }

  /**
   * Looks for the next value, as {@link #next()} does.
   *
   * @param cx whom to wake when there is one, in place of the waker of an earlier poll
   * @return the entry, {@code null} if the queue is empty, or {@link
   *     dev.weft.codegen.RawFuture#PENDING}
   */
  public @Nullable Object pollNext(Context cx) {
    return poll(own, cx);
  }

  /** Gives up a {@link #pollNext} that is pending; no value is lost. */
  public void cancelNext() {
    cancel(own);
  }

  private @Nullable Object poll(DelayWait wait, Context cx) {
    Services services = TaskContext.services(cx);
    while (true) {
      Object found;
      synchronized (heap) {
        requireOnly(wait);
        found = look(wait, cx, services.clock().nanoTime());
      }
      if (found != LeafFuture.PENDING) {
        wait.disarm();
        return found;
      }
      if (wait.arm(cx)) {
        return LeafFuture.PENDING;
      }
    }
  }

  /** In the monitor. */
  private void requireOnly(DelayWait wait) {
    if (waiting != null && waiting != wait) {
      throw new IllegalStateException(
          "Somebody else waits for the next value of this DelayQueue; one consumer may wait at a"
              + " time, so await or cancel the other wait first.");
    }
  }

  /** In the monitor: what a poll comes back with. */
  private @Nullable Object look(DelayWait wait, Context cx, long nowNanos) {
    Entry<T> due = takeDue(nowNanos);
    if (due != null || (heap.size() == 0 && wait.isUntilEmpty())) {
      wait.end();
      waiting = null;
      return due;
    }
    if (heap.size() == 0) {
      wait.fallAsleep(cx.waker());
    } else {
      wait.fallAsleep(cx.waker(), heap.firstDeadlineNanos());
    }
    waiting = wait;
    return LeafFuture.PENDING;
  }

  private void cancel(DelayWait wait) {
    synchronized (heap) {
      if (waiting == wait) {
        wait.end();
        waiting = null;
      }
    }
    wait.disarm();
  }

  /** In the monitor. */
  private @Nullable Entry<T> takeDue(long nowNanos) {
    boolean due = heap.size() > 0 && Deadlines.isDue(nowNanos, heap.firstDeadlineNanos());
    return due ? heap.removeFirst() : null;
  }

  @Override
  public String toString() {
    return "DelayQueue[" + size() + (limit == Integer.MAX_VALUE ? "" : " of " + limit) + "]";
  }

  /**
   * A value in a {@link DelayQueue}, or one that has been in it.
   *
   * @param <T> type of the value
   */
  public static final class Entry<T> {

    private final DelayQueue<T> queue;
    private final T value;
    private volatile long deadlineNanos; // written in the queue's monitor
    private int position = DeadlineHeap.NOWHERE; // in the queue's monitor

    Entry(DelayQueue<T> queue, T value) {
      this.queue = queue;
      this.value = value;
    }

    /**
     * The value.
     *
     * @return what was inserted
     */
    public T value() {
      return value;
    }

    /**
     * When it comes out, or came out.
     *
     * @return nanoseconds of the runtime's clock
     */
    public long deadlineNanos() {
      return deadlineNanos;
    }

    /**
     * Whether it is still in the queue.
     *
     * @return false once it was taken out or removed
     */
    public boolean isPending() {
      synchronized (queue.heap) {
        return position != DeadlineHeap.NOWHERE;
      }
    }

    @Override
    public String toString() {
      return "Entry[" + value + "]";
    }
  }

  /** One wait for a value; null in an empty queue only if it waits until then. */
  private static final class Next<T, R extends @Nullable Entry<T>> extends LeafFuture<R> {

    private final DelayQueue<T> queue;
    private final DelayWait wait;

    Next(DelayQueue<T> queue, boolean untilEmpty) {
      this.queue = queue;
      wait = new DelayWait(untilEmpty);
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return queue.poll(wait, cx);
    }

    @Override
    protected boolean cancelLeaf() {
      queue.cancel(wait);
      return true;
    }
  }
}
