package dev.weft.internal.combine;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a join set and a join map have in common: tasks of a scope, and those of them that have
 * ended and weren't taken.
 *
 * @param <T> type of the tasks' results
 */
final class JoinCore<T extends @Nullable Object> {

  /*
   * Idea: a supervised scope starts the tasks, limits and closes them; it tells of each end, clean-up
   * included, once, by ended(). The handle itself is what is handed out, so a failure is told by the
   * rule of handles: to whoever awaits it, else to the runtime's handler.
   *
   * State, all under `lock`, which is held for a few field accesses and never around foreign code:
   *   unended   spawned and not ended: what the limit is about
   *   unjoined  spawned and neither taken nor replaced: what size() and joinNext() are about
   *   finished  ended and not taken, in the order of the ends; a part of the unjoined
   *   keys      the unjoined by key, in a map
   * A spawn counts before it starts, so that nobody sees an empty set while a task is about to be in it,
   * and so that two who wait for room don't get the same.
   */

  final Object lock = new Object();
  private final ScopeImpl scope;
  private final @Nullable Map<Object, JoinEntry<T>> keys;
  private final ArrayDeque<JoinEntry<T>> finished = new ArrayDeque<>(0);
  private final WaitLine takers = new WaitLine();
  private final WaitLine spawners = new WaitLine();
  private final List<JoinWhole<T, ?>> wholes = new ArrayList<>(0);
  private int limit = Integer.MAX_VALUE;
  private int unended;
  private int unjoined;
  private boolean closed;

  JoinCore(Spawner spawner, boolean keyed) {
    keys = keyed ? new HashMap<>() : null;
    scope = new ScopeImpl(spawner, this::ended);
    scope.supervised();
  }

  void limit(int n) {
    scope.limit(n);
    synchronized (lock) {
      limit = n;
    }
  }

  // ---- spawning

  JoinHandle<T> spawn(@Nullable Object key, Future<T> future) {
    tryKey(key);
    synchronized (lock) {
      requireOpen();
      reserve();
    }
    return start(new JoinEntry<>(key), future);
  }

  /** Spawns if there is room; else null, and the place stands in line for it. */
  @Nullable JoinHandle<T> spawnIfFree(
      @Nullable Object key, Future<T> future, WaitLine.Place<?> place, Waker waker) {
    tryKey(key);
    synchronized (lock) {
      boolean _ = spawners.leave(place);
      requireOpen();
      if (unended >= limit) {
        spawners.stand(place, waker);
        return null;
      }
      reserve();
    }
    return start(new JoinEntry<>(key), future);
  }

  /** A key that can't be hashed has to fail before its task runs, and can be got at by nobody. */
  private static void tryKey(@Nullable Object key) {
    int _ = Objects.hashCode(key);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "This join "
              + (keys == null ? "set" : "map")
              + " takes no more tasks, since it was closed.");
    }
  }

  private void reserve() {
    unended++;
    unjoined++;
  }

  private JoinHandle<T> start(JoinEntry<T> entry, Future<T> future) {
    JoinHandle<T> handle;
    try {
      handle = scope.spawn(future, entry);
    } catch (Throwable refused) {
      refused(entry);
      throw refused;
    }
    JoinHandle<T> replaced = null;
    List<Waker> wakers = new ArrayList<>(1);
    synchronized (lock) {
      entry.handle = handle;
      if (keys != null && entry.key != null && !entry.taken) {
        JoinEntry<T> before = keys.put(entry.key, entry);
        if (before != null) {
          replaced = before.handle;
          drop(before, wakers);
        }
      }
    }
    if (replaced != null) {
      replaced.abort();
    }
    wakers.forEach(Waker::wake);
    return handle;
  }

  private void refused(JoinEntry<T> entry) {
    List<Waker> wakers = new ArrayList<>(1);
    synchronized (lock) {
      if (!entry.ended) {
        unended--;
        addNext(spawners, wakers);
      }
      if (!entry.taken) {
        drop(entry, wakers);
      }
    }
    wakers.forEach(Waker::wake);
  }

  /** Nobody is to get the entry's result. */
  private void drop(JoinEntry<T> entry, List<Waker> wakers) {
    if (entry.ended) {
      finished.remove(entry);
    }
    forget(entry, wakers);
  }

  private void forget(JoinEntry<T> entry, List<Waker> wakers) {
    entry.taken = true;
    unjoined--;
    if (keys != null && entry.key != null) {
      keys.remove(entry.key, entry);
    }
    if (unjoined == 0) {
      takers.drainTo(wakers);
    }
    if (unjoined == finished.size()) {
      wakeWholes(wakers);
    }
  }

  // ---- ends

  /** A task has ended. Any thread. */
  @SuppressWarnings("unchecked") // the entry and the handle are those of start()
  private void ended(ScopeChild<?> child, JoinHandle<?> handle) {
    var entry = (JoinEntry<T>) Objects.requireNonNull(child.tag());
    List<Waker> wakers = new ArrayList<>(2);
    synchronized (lock) {
      entry.ended = true;
      entry.completed = child.completed();
      entry.failed = child.failure() != null;
      entry.handle = (JoinHandle<T>) handle;
      unended--;
      addNext(spawners, wakers);
      if (!entry.taken) {
        finished.add(entry);
        addNext(takers, wakers);
        wakeWholes(wakers);
      }
    }
    wakers.forEach(Waker::wake);
  }

  private static void addNext(WaitLine line, List<Waker> wakers) {
    Waker next = line.next();
    if (next != null) {
      wakers.add(next);
    }
  }

  private void wakeWholes(List<Waker> wakers) {
    for (JoinWhole<T, ?> whole : wholes) {
      wakers.add(whole.waker);
    }
  }

  /** Takes the next that has ended; null if there is none. */
  @Nullable JoinEntry<T> take() {
    JoinEntry<T> entry;
    List<Waker> wakers = new ArrayList<>(0);
    synchronized (lock) {
      entry = finished.poll();
      if (entry != null) {
        forget(entry, wakers);
      }
    }
    wakers.forEach(Waker::wake);
    return entry;
  }

  /** Takes the next; null if no task is left; PENDING if the place now stands in line for it. */
  @Nullable Object next(WaitLine.Place<?> place, Waker waker) {
    JoinEntry<T> entry;
    List<Waker> wakers = new ArrayList<>(0);
    synchronized (lock) {
      boolean _ = takers.leave(place);
      entry = finished.poll();
      if (entry == null) {
        if (unjoined == 0) {
          return null;
        }
        takers.stand(place, waker);
        return RawFuture.PENDING;
      }
      forget(entry, wakers);
    }
    wakers.forEach(Waker::wake);
    return entry;
  }

  /** A wait for the next is given up: whoever stands behind gets the wake that it may have had. */
  void leaveTakers(WaitLine.Place<?> place) {
    pass(takers, place);
  }

  /** A wait for room is given up. */
  void leaveSpawners(WaitLine.Place<?> place) {
    pass(spawners, place);
  }

  private void pass(WaitLine line, WaitLine.Place<?> place) {
    Waker next;
    synchronized (lock) {
      next = line.leave(place) ? null : line.next();
    }
    if (next != null) {
      next.wake();
    }
  }

  // ---- waits for the whole

  /** Has a whole woken at each end; false if all that is left has ended. */
  boolean watch(JoinWhole<T, ?> whole, Waker waker) {
    synchronized (lock) {
      whole.waker = waker;
      if (!wholes.contains(whole)) {
        wholes.add(whole);
      }
      return finished.size() < unjoined;
    }
  }

  void unwatch(JoinWhole<T, ?> whole) {
    synchronized (lock) {
      wholes.remove(whole);
    }
  }

  /** Those that have ended and that the whole hasn't seen; they stay where they are. */
  List<JoinEntry<T>> unseen(JoinWhole<T, ?> whole) {
    List<JoinEntry<T>> entries = new ArrayList<>();
    synchronized (lock) {
      for (JoinEntry<T> entry : finished) {
        if (entry.seenBy != whole) {
          entry.seenBy = whole;
          entries.add(entry);
        }
      }
    }
    return entries;
  }

  /** Takes all that have ended. */
  List<JoinEntry<T>> takeAll() {
    List<JoinEntry<T>> all = new ArrayList<>();
    for (JoinEntry<T> entry = take(); entry != null; entry = take()) {
      all.add(entry);
    }
    return all;
  }

  // ---- the rest

  void abortAll() {
    scope.abortLive();
  }

  boolean abort(Object key) {
    JoinHandle<T> handle;
    synchronized (lock) {
      JoinEntry<T> entry = keys == null ? null : keys.get(key);
      handle = entry == null ? null : entry.handle;
    }
    if (handle == null) {
      return false;
    }
    handle.abort();
    return true;
  }

  Set<Object> keys() {
    synchronized (lock) {
      return keys == null ? Set.of() : Set.copyOf(keys.keySet());
    }
  }

  boolean contains(Object key) {
    synchronized (lock) {
      return keys != null && keys.containsKey(key);
    }
  }

  int size() {
    synchronized (lock) {
      return unjoined;
    }
  }

  Future<Void> close() {
    List<Waker> wakers = new ArrayList<>(0);
    synchronized (lock) {
      closed = true;
      finished.forEach(entry -> entry.taken = true);
      finished.clear();
      if (keys != null) {
        keys.clear();
      }
      unjoined = 0;
      takers.drainTo(wakers);
      spawners.drainTo(wakers);
      wakeWholes(wakers);
    }
    wakers.forEach(Waker::wake);
    return scope.closeAsync();
  }
}
