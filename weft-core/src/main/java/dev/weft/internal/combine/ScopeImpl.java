package dev.weft.internal.combine;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Scope;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.gate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A scope over the tasks of one runtime; see {@link Scope}. */
public final class ScopeImpl implements Scope {

  /*
   * State, all under `lock`, which is held for a few field accesses and never around foreign code:
   * aborts, wake-ups, spawns and polls happen after it was released.
   *
   *   open ──cancel, or a child's failure unless supervised or collecting──> cancelled: new children are aborted
   *   any  ──close, or the end of the block──> closed: no new children
   *
   * `children` links the live ones, so that a scope holds nothing of those that are over. `held` are
   * those beyond the limit, in spawn order; one that is aborted there is skipped when its turn comes.
   *
   * A child's end comes in by the waker of a wait on its handle (see ScopeChild), on any thread. The wait
   * of a failed child is kept in `unobserved` until somebody gets the failure from this scope; then it is
   * polled, by which the task knows that its failure was received. Otherwise it is given up, and the
   * runtime reports the failure by its own rule. So each failure is told exactly once.
   *
   * cancel() doesn't reach the body of a block: nobody cancelled the block, so none of its awaits may
   * say so.
   */

  private final Object lock = new Object();
  private final Spawner spawner;
  private final @Nullable BiConsumer<? super ScopeChild<?>, ? super JoinHandle<?>> ended;

  private int limit = Integer.MAX_VALUE;
  private boolean supervised;
  private boolean collecting;
  private boolean used;
  private boolean cancelled;
  private @Nullable String closedBecause;
  private boolean abandoned;
  private boolean missed;
  private int live;
  private int running;
  private @Nullable ScopeChild<?> children;
  private final ArrayDeque<ScopeChild<?>> held = new ArrayDeque<>(0);
  private @Nullable Failures failures;
  private List<RawFuture<?>> unobserved = new ArrayList<>(0);
  private final List<ScopeWait> waits = new ArrayList<>(1);
  private @Nullable Waker block;

  /**
   * Opens a scope.
   *
   * @param spawner starts its children
   */
  public ScopeImpl(Spawner spawner) {
    this(spawner, null);
  }

  /** A scope that tells of the end of each child, on any thread and under no lock. */
  ScopeImpl(
      Spawner spawner, @Nullable BiConsumer<? super ScopeChild<?>, ? super JoinHandle<?>> ended) {
    this.spawner = spawner;
    this.ended = ended;
  }

  @Override
  public Scope supervised() {
    synchronized (lock) {
      requireUnused("supervised()");
      supervised = true;
    }
    return this;
  }

  @Override
  public Scope collectAll() {
    synchronized (lock) {
      requireUnused("collectAll()");
      collecting = true;
    }
    return this;
  }

  @Override
  public Scope limit(int n) {
    if (n < 1) {
      throw new IllegalArgumentException(
          "limit(" + n + ") would let no child run; it takes 1 or more.");
    }
    synchronized (lock) {
      requireUnused("limit(" + n + ")");
      limit = n;
    }
    return this;
  }

  private void requireUnused(String call) {
    if (used) {
      throw new IllegalStateException(
          call + " came after this scope's first spawn; call it before.");
    }
  }

  @Override
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return spawn(future, null);
  }

  /** Starts a child that carries something for who is told of its end. */
  <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future, @Nullable Object tag) {
    RawFuture<T> owned = RawFuture.own(Objects.requireNonNull(future, "future"));
    requireOpen();
    if (!owned.claim()) {
      throw new IllegalStateException(
          future + " was spawned before; start it again for another task.");
    }
    var child = new ScopeChild<>(owned, this, tag);
    synchronized (lock) {
      requireOpen();
      used = true;
      link(child);
    }
    JoinHandle<T> handle;
    RawFuture<T> wait;
    try {
      handle = spawner.spawn(child);
      wait = RawFuture.own(handle);
      synchronized (lock) {
        child.handle = handle;
        child.wait = wait;
      }
      watch(child, wait);
    } catch (Throwable refused) {
      finish(child);
      throw refused;
    }
    begin(child, handle);
    return handle;
  }

  private void requireOpen() {
    synchronized (lock) {
      if (closedBecause != null) {
        throw new IllegalStateException(
            "This scope takes no more children, since " + closedBecause + ".");
      }
    }
  }

  /** Registers with the child's task, which can't have ended by itself yet. */
  private static void watch(ScopeChild<?> child, RawFuture<?> wait) {
    try {
      wait.pollRaw(Context.of(child.watch));
    } catch (Exception aborted) {
      // The runtime is closed or the task was aborted; begin() sees that it is finished.
    }
  }

  private void begin(ScopeChild<?> child, JoinHandle<?> handle) {
    boolean abort;
    boolean open = false;
    synchronized (lock) {
      child.watched = true;
      abort = cancelled;
      if (!abort && !child.over) {
        open = running < limit;
        if (open) {
          child.running = true;
          running++;
        } else {
          held.add(child);
        }
      }
    }
    if (open) {
      child.open();
    } else if (abort) {
      handle.abort();
    }
    if (handle.isFinished()) {
      finish(child);
    }
  }

  /** The task of a child has called its wait's waker; on any thread. */
  void woken(ScopeChild<?> child) {
    JoinHandle<?> handle;
    synchronized (lock) {
      handle = child.watched ? child.handle : null;
    }
    if (handle != null && handle.isFinished()) {
      finish(child);
    } // Otherwise it came early, or begin() is about to look.
  }

  private void finish(ScopeChild<?> child) {
    ScopeChild<?> next;
    List<JoinHandle<?>> aborts = List.of();
    List<Waker> wakers = new ArrayList<>(2);
    RawFuture<?> wait;
    JoinHandle<?> handle;
    synchronized (lock) {
      if (child.over) {
        return;
      }
      unlink(child);
      handle = child.handle;
      wait = child.wait;
      Throwable failure = child.failure();
      if (failure != null && !supervised) {
        if (addFailure(failure) && wait != null) {
          unobserved.add(wait);
          wait = null;
        }
        if (!collecting) {
          aborts = markCancelled();
          takeBlock(wakers);
        }
      } else {
        missed |= abandoned && !child.completed();
      }
      next = nextHeld();
      if (live == 0) {
        takeWakers(wakers);
      }
    }
    if (wait != null) {
      wait.cancel();
    }
    if (next != null) {
      next.open();
    }
    aborts.forEach(JoinHandle::abort);
    if (ended != null && handle != null) {
      ended.accept(child, handle);
    }
    wakers.forEach(Waker::wake);
  }

  private @Nullable ScopeChild<?> nextHeld() {
    while (running < limit) {
      ScopeChild<?> next = held.poll();
      if (next == null) {
        return null;
      }
      if (!next.over) {
        next.running = true;
        running++;
        return next;
      }
    }
    return null;
  }

  private boolean addFailure(Throwable failure) {
    if (failures != null) {
      return failures.add(failure);
    }
    failures = new Failures(failure);
    return true;
  }

  /** Returns whom to abort. */
  private List<JoinHandle<?>> markCancelled() {
    if (cancelled) {
      return List.of();
    }
    cancelled = true;
    held.clear();
    return liveHandles();
  }

  private List<JoinHandle<?>> liveHandles() {
    var handles = new ArrayList<JoinHandle<?>>(live);
    for (ScopeChild<?> child = children; child != null; child = child.next) {
      if (child.handle != null) {
        handles.add(child.handle);
      } // Otherwise it is being spawned, and begin() aborts it.
    }
    return handles;
  }

  private void takeWakers(List<Waker> wakers) {
    takeBlock(wakers);
    for (ScopeWait wait : waits) {
      wakers.add(wait.waker());
    }
    waits.clear();
  }

  private void takeBlock(List<Waker> wakers) {
    if (block != null) {
      wakers.add(block);
    }
  }

  private void link(ScopeChild<?> child) {
    ScopeChild<?> newest = children;
    child.next = newest;
    if (newest != null) {
      newest.previous = child;
    }
    children = child;
    live++;
  }

  private void unlink(ScopeChild<?> child) {
    child.over = true;
    ScopeChild<?> previous = child.previous;
    ScopeChild<?> next = child.next;
    if (previous == null) {
      children = next;
    } else {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
    child.previous = null;
    child.next = null;
    live--;
    if (child.running) {
      running--;
    }
  }

  @Override
  public Future<Void> join() {
    return new ScopeWait(this, false);
  }

  @Override
  public void cancel() {
    List<JoinHandle<?>> aborts;
    synchronized (lock) {
      aborts = markCancelled();
    }
    aborts.forEach(JoinHandle::abort);
  }

  /** Aborts the children that there are; others may follow. */
  void abortLive() {
    List<JoinHandle<?>> aborts;
    synchronized (lock) {
      aborts = liveHandles();
    }
    aborts.forEach(JoinHandle::abort);
  }

  @Override
  public Future<Void> closeAsync() {
    synchronized (lock) {
      if (closedBecause == null) {
        closedBecause = "it was closed";
      }
    }
    cancel();
    return new ScopeWait(this, true);
  }

  @Override
  public void close() {
    try {
      Gate.get().awaitClose((AsyncCloseable) this);
    } catch (IOException impossible) {
      throw new UncheckedIOException("Closing a scope does no input or output.", impossible);
    }
  }

  /** Whether no child runs; if one does, the wait is registered for the end of the last one. */
  boolean await(ScopeWait wait, Waker waker) {
    synchronized (lock) {
      waits.remove(wait);
      if (live == 0) {
        return true;
      }
      wait.waker(waker);
      waits.add(wait);
      return false;
    }
  }

  /**
   * Whether a task is one of the children. Only that task itself can have written what is found.
   */
  boolean isChild(@Nullable PollContext task) {
    synchronized (lock) {
      for (ScopeChild<?> child = children; child != null; child = child.next) {
        if (task != null && child.task() == task) {
          return true;
        }
      }
    }
    return false;
  }

  /** Forgets a wait. */
  void forget(ScopeWait wait) {
    synchronized (lock) {
      waits.remove(wait);
    }
  }

  /** Whether no child runs. */
  boolean isIdle() {
    synchronized (lock) {
      return live == 0;
    }
  }

  /** The first failure, with the others suppressed, for somebody who throws it now. */
  @Nullable Throwable takeFailure() {
    List<RawFuture<?>> received;
    Throwable first;
    synchronized (lock) {
      if (failures == null) {
        return null;
      }
      first = failures.first();
      received = takeUnobserved();
    }
    for (RawFuture<?> wait : received) {
      try {
        wait.pollRaw(Context.of(Waker.noop()));
      } catch (Throwable failure) {
        // This is the failure that is thrown, or is suppressed on it.
      }
    }
    return first;
  }

  /** Leaves failures that nobody got from this scope to the runtime. */
  void giveUpFailures() {
    List<RawFuture<?>> lost;
    synchronized (lock) {
      lost = takeUnobserved();
    }
    lost.forEach(RawFuture::cancel);
  }

  private List<RawFuture<?>> takeUnobserved() {
    List<RawFuture<?>> taken = unobserved;
    unobserved = new ArrayList<>(0);
    return taken;
  }

  // For the block form:

  /** Whom to wake at a failure and at the end of the last child. */
  void watchedBy(Waker waker) {
    synchronized (lock) {
      block = waker;
    }
  }

  /** Whether there was a failure. */
  boolean hasFailed() {
    synchronized (lock) {
      return failures != null;
    }
  }

  /** Whether there was a failure that the body isn't to outlive. */
  boolean interruptsBody() {
    synchronized (lock) {
      return failures != null && !collecting;
    }
  }

  /** A failure of the body: cancels all children; false if there is no place for it. */
  boolean fail(Throwable failure) {
    boolean kept;
    synchronized (lock) {
      kept = addFailure(failure);
    }
    cancel();
    return kept;
  }

  /** A failure that doesn't count by itself; false if there is none to suppress it on. */
  boolean suppress(Throwable failure) {
    synchronized (lock) {
      return failures != null && failures.add(failure);
    }
  }

  /** The block was cancelled: cancels all children, and notes which of them don't complete. */
  void abandon() {
    synchronized (lock) {
      abandoned = true;
    }
    cancel();
  }

  /** Whether a child didn't complete because the block was cancelled. */
  boolean hasMissed() {
    synchronized (lock) {
      return missed;
    }
  }

  /** Takes no more children if none is left; returns whether that is so. */
  boolean endIfIdle() {
    synchronized (lock) {
      if (live > 0) {
        return false;
      }
      if (closedBecause == null) {
        closedBecause = "its block has ended";
      }
      return true;
    }
  }
}
