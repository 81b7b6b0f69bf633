package dev.weft.internal.combine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Base of futures that poll several children at once and end when the last child has ended: it
 * decides whom to poll, passes cancellation on, and sees each child to its end.
 *
 * @param <R> type of the result
 */
abstract class Group<R extends @Nullable Object> extends Combinator<R> {

  /*
   * State: a child's slot is null once the child has completed or was released; `live` counts the
   * others. A value that is discarded leaves a Disposal in the slot, polled like a child.
   *
   * A round polls each child that may make progress. In a small group that is every child; in a large
   * one, those whose own waker was called. Where the group is `fair`, a round ends early when the budget
   * is used up; what is left is then polled first in the next poll. It also ends when user code below a
   * child goes on on a virtual thread and so takes the task's turn. Until that turn is over, that child
   * alone, `holder`, is polled: it runs no other code, but a timeout in it may have to cancel.
   * Before anything is to be cleaned up, a small race first tries its children in the order of the round,
   * up to the first that can't be tried: if one of them is ready, none of them begins to wait.
   *
   * `again` asks for one more round in the same poll: children that were just cancelled, and disposals
   * that were just begun, have no wake-up coming.
   *
   * stopAll() may run inside the poll of the child at `polling`, which then stays in its slot: a future
   * that is being polled answers a cancel with "poll on".
   */

  /** From this size on, each child has its own waker. */
  static final int LARGE = 9;

  private static final int NONE = -1;

  private final @Nullable RawFuture<?>[] children;
  private final boolean fair;
  private @Nullable ReadyQueue queue;
  private int live;
  private int first;
  private int holder = NONE;
  private int polling = NONE;
  private boolean stopping;
  private boolean again;

  Group(List<? extends Future<?>> futures, boolean fair) {
    this(owned(futures), fair);
  }

  /** Of futures that are this group's own already, as is the array. */
  Group(@Nullable RawFuture<?>[] children, boolean fair) {
    this.children = children;
    this.fair = fair;
    live = children.length;
  }

  /** Each of them as this group alone polls it. */
  static @Nullable RawFuture<?>[] owned(List<? extends Future<?>> futures) {
    @Nullable RawFuture<?>[] children = new RawFuture<?>[futures.size()];
    int i = 0;
    for (Future<?> future : futures) {
      children[i++] = RawFuture.own(future);
    }
    return children;
  }

  /** A child has completed. */
  abstract void completed(int index, RawFuture<?> child, @Nullable Object value);

  /** A child has failed. */
  abstract void failed(int index, RawFuture<?> child, Throwable failure);

  /** A child was cancelled and left neither a value nor a failure. */
  abstract void missed();

  /** A clean-up has failed whose child has a fate already. */
  abstract void cleanUpFailed(Throwable failure);

  /** All children have ended; now values may be disposed of. May be called again. */
  abstract void settle();

  /** Whether {@link #outcome} has more to tell than that the group was cancelled. */
  abstract boolean hasOutcome();

  /** The end of it. */
  abstract @Nullable Object outcome() throws Exception;

  /** The first child to be polled in this round. */
  abstract int firstOf(int previous, int size, @Nullable PollContext task);

  /** Whether the first child to complete ends the round, so that a round begins by trying. */
  boolean triesFirst() {
    return false;
  }

  /** Whether children that are ready at the same time are polled in their order. */
  abstract boolean ordered();

  /** Whether the children were cancelled, or those of them that aren't to be spared. */
  final boolean isStopping() {
    return stopping;
  }

  final int size() {
    return children.length;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    boolean more = !turnHeld(task) || pollHolder(cx, task);
    if (more) {
      holder = NONE;
    }
    while (more) {
      again = false;
      more = children.length < LARGE ? pollAll(cx, task) : pollReady(cx, task);
      if (live == 0) {
        settle();
      }
      more = more && again && live > 0;
    }
    return live > 0 ? PENDING : outcome();
  }

  private static boolean turnHeld(@Nullable PollContext task) {
    return task != null && task.turnHeld();
  }

  /** While the turn is taken; returns whether the poll can go on. */
  private boolean pollHolder(Context cx, @Nullable PollContext task) {
    int i = holder;
    RawFuture<?> child = i == NONE ? null : children[i];
    if (child == null) {
      return false; // The task is woken when the turn ends.
    }
    ReadyQueue ready = queue;
    if (ready == null) {
      pollChild(i, child, cx);
    } else {
      ready.collect(cx.waker());
      pollChild(i, child, cx.withWaker(ready.waker(i)));
    }
    return live == 0 || !turnHeld(task);
  }

  /** One round of a small group; returns whether it got to its end. */
  private boolean pollAll(Context cx, @Nullable PollContext task) {
    if (live == 0) {
      return true;
    }
    int n = children.length;
    int i = firstOf(first, n, task);
    if (triesFirst() && tryAll(i, cx)) {
      return true;
    }
    first = next(i);
    boolean polled = false;
    for (int k = 0; k < n; k++, i = next(i)) {
      RawFuture<?> child = children[i];
      if (child == null) {
        continue;
      }
      if (polled && !mayGoOn(cx, task)) {
        first = i;
        return false;
      }
      polled = true;
      pollChild(i, child, cx);
      if (turnHeld(task)) {
        holder = i;
        first = next(i);
        return false;
      }
      if (again) {
        return true;
      }
    }
    return true;
  }

  /** Looks for a child that is ready, and lets none wait; returns whether one has ended. */
  private boolean tryAll(int start, Context cx) {
    int n = children.length;
    int i = start;
    for (int k = 0; k < n; k++, i = next(i)) {
      if (!(children[i] instanceof LeafFuture<?> leaf)) {
        return false;
      }
      Object value;
      try {
        value = leaf.tryRaw(cx);
      } catch (Throwable failure) {
        drop(i);
        ended(i, leaf, failure);
        return true;
      }
      if (value == LeafFuture.UNTRIED) {
        return false;
      }
      if (value != PENDING) {
        drop(i);
        completed(i, leaf, value);
        return true;
      }
    }
    return false;
  }

  private int next(int i) {
    return i + 1 == children.length ? 0 : i + 1;
  }

  /** One round of a large group; returns whether it got to its end. */
  private boolean pollReady(Context cx, @Nullable PollContext task) {
    ReadyQueue ready = queue;
    if (ready == null) {
      ready = new ReadyQueue(children.length, firstOf(first, children.length, task));
      queue = ready;
    }
    int batch = ready.collect(cx.waker());
    if (ordered()) {
      ready.sort();
    }
    boolean polled = false;
    for (; batch > 0; batch--) {
      if (polled && !mayGoOn(cx, task)) {
        return false;
      }
      ReadyQueue.Entry entry = ready.take();
      RawFuture<?> child = children[entry.index];
      if (child == null) {
        continue;
      }
      polled = true;
      pollChild(entry.index, child, cx.withWaker(entry));
      if (turnHeld(task)) {
        holder = entry.index;
        ready.ready(entry.index);
        return false;
      }
      if (again) {
        return true;
      }
    }
    return true;
  }

  private boolean mayGoOn(Context cx, @Nullable PollContext task) {
    if (!fair || task == null || task.hasBudget()) {
      return true;
    }
    task.yield(cx.waker());
    return false;
  }

  private void pollChild(int i, RawFuture<?> child, Context cx) {
    polling = i;
    Object value;
    try {
      value = child.pollRaw(cx);
    } catch (Throwable failure) {
      polling = NONE;
      drop(i);
      ended(i, child, failure);
      return;
    }
    polling = NONE;
    if (value != PENDING) {
      drop(i);
      if (!(child instanceof Disposal)) {
        completed(i, child, value);
      }
    }
  }

  private void ended(int i, RawFuture<?> child, Throwable failure) {
    if (child instanceof Disposal) {
      cleanUpFailed(failure);
    } else if (stopping && failure instanceof Cancellation) {
      missed();
      for (Throwable inCleanUp : failure.getSuppressed()) {
        cleanUpFailed(inCleanUp);
      }
    } else {
      failed(i, child, failure);
    }
  }

  private void drop(int i) {
    children[i] = null;
    live--;
  }

  /** Puts what is to be done with a value in the place of its child. */
  final void dispose(int i, @Nullable Disposal disposal) {
    if (disposal != null) {
      children[i] = disposal;
      live++;
      pollSoon(i);
    }
  }

  private void pollSoon(int i) {
    again = true;
    if (queue != null) {
      queue.ready(i);
    }
  }

  /** Cancels all children, or, when a race is lost, those that aren't to be spared. */
  final void stopAll(boolean raceLost) {
    if (stopping) {
      return;
    }
    stopping = true;
    for (int i = 0; i < children.length; i++) {
      RawFuture<?> child = children[i];
      if (child == null || child instanceof Disposal) {
        continue;
      }
      if (raceLost && child instanceof Combinator<?> combinator && combinator.sparedByRace()) {
        drop(i);
      } else {
        stopChild(i, child);
      }
    }
  }

  private void stopChild(int i, RawFuture<?> child) {
    boolean released;
    try {
      released = child.cancel();
    } catch (Throwable failure) {
      if (i == polling) {
        report(failure); // The child itself goes on; its poll tells how it ends.
      } else {
        drop(i);
        failed(i, child, failure);
      }
      return;
    }
    if (released) {
      drop(i);
      missed();
    } else {
      pollSoon(i);
    }
  }

  @Override
  final boolean stop() {
    stopAll(false);
    if (live == 0) {
      settle();
    }
    return live == 0 && !hasOutcome();
  }

  final Cancellation cancelled() {
    return new Cancellation(this + " was cancelled.");
  }

  @Override
  public @Nullable StackTraceElement location() {
    for (RawFuture<?> child : children) {
      StackTraceElement where = child == null ? null : child.location();
      if (where != null) {
        return where;
      }
    }
    return null;
  }
}
