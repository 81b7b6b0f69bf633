package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Discards;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One source for several consumers, which may be in different tasks. */
abstract class Hub<T> {

  /*
   * Idea: nobody runs for the hub. A consumer that finds nothing for itself polls the source, in place of
   * all that wait, and hands out what comes. One polls at a time. The source is given the hub's own waker,
   * which wakes all that wait, since any of them may have given up by then.
   *
   * State: `driving` while a consumer polls the source; `held` is an item for which there was no room, and
   * until there is the source isn't asked again; `pending` says that the source was left with the
   * hub's waker. If user code below the source goes on on a virtual thread, the turn that it has taken is
   * that of `runner`, and nobody polls the source until the turn is over.
   *
   * Who takes an item and leaves, or gives up, wakes the others that wait: one of them polls on.
   *
   * Items for which there is no consumer come into `lost`. Who closes a consumer takes them along and
   * closes them, as what that consumer had not taken. What is lost without a close goes to `discarding`:
   * who polls for all closes it first, and only then asks the source, so that no more than a few are lost
   * at a time. The source's end is told when they are closed; the last close takes over what is left.
   *
   * Ownership: everything is guarded by the monitor, in which only route() of a subclass runs, with the
   * user's key function in it; `discarding` is owned by who has set `driving`, and after the last close by
   * that.
   */

  private final AsyncStream<T> source;
  private final Set<Outlet<?>> outlets = new LinkedHashSet<>();
  private boolean driving;
  private boolean pending;
  private boolean ended;
  private boolean quit;
  private @Nullable Throwable failure;
  private @Nullable T held;
  private @Nullable PollContext runner;
  private final Leftovers lost = new Leftovers();
  private final Leftovers discarding = new Leftovers();
  private boolean discards; // there is something in `discarding`

  Hub(AsyncStream<T> source) {
    this.source = source;
  }

  /** Puts an item where it belongs, all or nothing; false if there is no room. In the monitor. */
  abstract boolean route(T item);

  /** A consumer has gone; those of its items that nobody gets are lost. In the monitor. */
  abstract void gone(Outlet<?> outlet);

  /** What a consumer gets for an entry of its queue that it takes. In the monitor. */
  Object taken(Object entry) {
    return entry;
  }

  /** Notes that nobody gets an item. In the monitor. */
  final void lose(Object item) {
    lost.add(item);
  }

  final Set<Outlet<?>> outlets() {
    return outlets;
  }

  @Nullable Object poll(Outlet<?> outlet, Context cx) throws Exception {
    while (true) {
      List<Waker> woken;
      Object item;
      boolean ask;
      synchronized (this) {
        PollContext task = PollContext.of(cx);
        boolean turnHeld = runner != null && runner.turnHeld();
        boolean own = turnHeld && runner == task;
        ask = !ended;
        item = own ? null : outlet.items.poll(); // in its own turn it polls what has taken the turn
        if (item == null) {
          boolean clean = lost.isEmpty() && !discards;
          if (outlet.closed || (ended && held == null && clean)) {
            return outlet.atEnd(failure);
          }
          outlet.waker = cx.waker();
          outlet.task = task;
          if (driving || (ended && clean) || held != null || (turnHeld && !own)) {
            return RawFuture.PENDING;
          }
          driving = true;
          lost.moveTo(discarding);
          woken = List.of();
        } else {
          item = taken(item);
          outlet.waker = null;
          boolean held = this.held != null;
          placeHeld();
          woken = held && this.held != null ? List.of() : waiting(outlet);
        }
      }
      wake(woken);
      if (item != null) {
        outlet.asked = false;
        return item;
      }
      if (drive(outlet, ask, cx) || mustLeave(outlet, cx) || !PollContext.mayGoOn(cx)) {
        return RawFuture.PENDING;
      }
    }
  }

  /** Whether its poll was asked to be left and another read would begin in it: see Operator. */
  private boolean mustLeave(Outlet<?> outlet, Context cx) {
    synchronized (this) {
      if (!outlet.asked || !outlet.items.isEmpty()) {
        return false;
      }
    }
    outlet.asked = false;
    cx.waker().wake();
    return true;
  }

  /** Closes what was lost, then polls the source once, if it may; whether something is pending. */
  private boolean drive(Outlet<?> outlet, boolean ask, Context cx) {
    Context all = cx.withWaker(this::wakeAll);
    boolean closed = haveClosed(all);
    boolean asked = closed && ask;
    Object answer = null;
    Throwable thrown = null;
    if (asked) {
      try {
        answer = source.pollNext(all);
      } catch (Throwable failed) {
        thrown = failed;
      }
    }
    List<Waker> woken;
    synchronized (this) {
      driving = false;
      discards = !closed;
      pending = !closed || answer == RawFuture.PENDING;
      runner = pending ? outlet.task : null;
      if (pending) {
        return true;
      }
      if (asked) {
        take(answer, thrown);
      }
      woken = waiting(outlet);
    }
    wake(woken);
    return false;
  }

  private boolean haveClosed(Context cx) {
    boolean closed = discarding.areClosed(cx);
    Throwable failure = discarding.takeTrouble();
    if (failure != null) {
      Discards.report(failure, cx);
    }
    return closed;
  }

  @SuppressWarnings("unchecked") // the source yields T or null
  private void take(@Nullable Object answer, @Nullable Throwable thrown) {
    if (answer == null) {
      ended = true;
      failure = thrown;
      return;
    }
    held = (T) answer;
    placeHeld();
  }

  private void placeHeld() {
    T item = held;
    if (item == null) {
      return;
    }
    try {
      if (route(item)) {
        held = null;
      }
    } catch (Throwable thrown) {
      held = null;
      lose(item);
      ended = true;
      failure = thrown;
    }
  }

  private void wakeAll() {
    List<Waker> woken;
    synchronized (this) {
      pending = false;
      woken = waiting(null);
    }
    wake(woken);
  }

  /** Those that wait, but one. */
  private List<Waker> waiting(@Nullable Outlet<?> but) {
    var all = new ArrayList<Waker>();
    for (Outlet<?> outlet : outlets) {
      if (outlet.waker != null && outlet != but) {
        all.add(outlet.waker);
      }
    }
    return all;
  }

  private static void wake(List<Waker> wakers) {
    wakers.forEach(Waker::wake);
  }

  boolean cancel(Outlet<?> outlet) {
    List<Waker> others;
    boolean last;
    Waker own;
    synchronized (this) {
      if (runner != null && runner == outlet.task && runner.turnHeld()) {
        return false;
      }
      own = outlet.waker;
      outlet.waker = null;
      others = waiting(null);
      last = others.isEmpty() && pending && !driving;
      driving |= last;
    }
    if (!last) {
      wake(others);
      return true;
    }
    boolean left = source.cancelNext();
    outlet.asked = !left;
    synchronized (this) {
      driving = false;
      pending = !left;
      if (!left) {
        outlet.waker = own;
      }
      others = waiting(outlet); // that came in the meantime
    }
    wake(others);
    return left;
  }

  /** Takes a consumer out; whether it was in. What waits for it is the caller's to clear. */
  final boolean drop(Outlet<?> outlet) {
    outlet.closed = true;
    outlet.waker = null;
    return outlets.remove(outlet);
  }

  Future<Void> close(Outlet<?> outlet) {
    return new CloseRest(() -> detach(outlet));
  }

  private CloseRest.Rest detach(Outlet<?> outlet) {
    CloseRest.Rest rest;
    List<Waker> woken;
    synchronized (this) {
      if (drop(outlet)) {
        gone(outlet);
        placeHeld();
      }
      outlet.items.clear();
      woken = waiting(null);
      boolean last = outlets.isEmpty() && !quit;
      if (last) {
        quit = true;
        ended = true;
      }
      rest = new CloseRest.Rest(last ? discarding : new Leftovers(), last ? source : null);
      lost.moveTo(rest.items());
    }
    wake(woken);
    return rest;
  }

  /** One consumer's end. */
  static class Outlet<I> implements AsyncStream<I> {

    private final Hub<?> hub;
    final ArrayDeque<Object> items = new ArrayDeque<>();
    private @Nullable Waker waker;
    private @Nullable PollContext task;
    private boolean closed;
    private boolean told; // of the failure
    private boolean asked; // to leave a poll that went on; the consumer's own

    Outlet(Hub<?> hub) {
      this.hub = hub;
    }

    private @Nullable Object atEnd(@Nullable Throwable failure) {
      waker = null;
      if (failure == null || told || closed) {
        return null;
      }
      told = true;
      throw Codegen.<RuntimeException>sneak(failure);
    }

    @Override
    public @Nullable Object pollNext(Context cx) throws Exception {
      return hub.poll(this, cx);
    }

    @Override
    public boolean cancelNext() {
      return hub.cancel(this);
    }

    @Override
    public Future<Void> closeAsync() {
      return hub.close(this);
    }
  }
}
