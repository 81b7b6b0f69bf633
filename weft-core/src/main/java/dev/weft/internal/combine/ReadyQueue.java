package dev.weft.internal.combine;

import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which futures of a large group are to be polled: each has a waker of its own that queues it, so
 * that a wake-up costs one poll, however large the group is.
 */
final class ReadyQueue {

  /*
   * Idea: wakers push their entry on a stack by compare-and-set; the owner takes the whole stack at
   * once and appends it, oldest first, to a list of its own, from which it polls.
   *
   * State of an entry: `queued` is 1 from the wake that pushes it until the owner takes it for a poll;
   * a wake in between pushes nothing. A wake during the poll pushes it again.
   *
   * Ownership: `woken`, `parent` and `queued` are shared; `next` belongs to who has queued the entry,
   * until the push, then to the owner; `first`, `last` and `size` to the owner.
   *
   * Ordering: all volatile. Both sides of `queued` are read-modify-writes: a wake that finds the entry
   * queued writes nevertheless, so that what the waking thread did before is visible to the poll.
   * The owner sets `parent` before it takes the stack; a waker pushes before it reads `parent`: either
   * the owner finds the entry, or the waker wakes the latest parent.
   */

  private final Entry[] entries;
  private volatile Waker parent = Waker.noop();
  private volatile @Nullable Entry woken;
  private @Nullable Entry first;
  private @Nullable Entry last;
  private int size;

  /** All {@code n} futures are ready, in order from {@code start} on. */
  ReadyQueue(int n, int start) {
    entries = new Entry[n];
    for (int k = 0; k < n; k++) {
      int i = (start + k) % n;
      Entry entry = new Entry(this, i);
      entries[i] = entry;
      entry.queuedVolatile(1);
      append(entry);
    }
  }

  /** Sets whom to wake, and takes in who was woken; returns how many are ready. */
  int collect(Waker waker) {
    if (parent != waker) {
      parent = waker;
    }
    Entry newest = (Entry) WOKEN.getAndSet(this, null);
    Entry oldest = null;
    while (newest != null) {
      Entry older = newest.next;
      newest.next = oldest;
      oldest = newest;
      newest = older;
    }
    while (oldest != null) {
      Entry newer = oldest.next;
      append(oldest);
      oldest = newer;
    }
    return size;
  }

  /** Puts those that are ready in the order of their positions. */
  void sort() {
    Entry[] ready = new Entry[size];
    for (int k = 0; k < ready.length; k++) {
      ready[k] = unlink();
    }
    Arrays.sort(ready, (a, b) -> Integer.compare(a.index, b.index));
    for (Entry entry : ready) {
      append(entry);
    }
  }

  /** Takes the next of those that are ready, for a poll; there must be one. */
  Entry take() {
    Entry entry = unlink();
    entry.queuedVolatile(0);
    return entry;
  }

  /** The waker of a future. */
  Waker waker(int index) {
    return entries[index];
  }

  /** Has the owner poll a future. For the owner. */
  void ready(int index) {
    Entry entry = entries[index];
    if (entry.queuedVolatile(1) == 0) {
      append(entry);
    }
  }

  private void append(Entry entry) {
    entry.next = null;
    Entry before = last;
    if (before == null) {
      first = entry;
    } else {
      before.next = entry;
    }
    last = entry;
    size++;
  }

  private Entry unlink() {
    Entry entry = first;
    if (entry == null) {
      throw new AssertionError("Nothing is ready.");
    }
    first = entry.next;
    if (first == null) {
      last = null;
    }
    entry.next = null;
    size--;
    return entry;
  }

  private void push(Entry entry) {
    Entry before;
    do {
      before = woken;
      entry.next = before;
    } while (!WOKEN.compareAndSet(this, before, entry));
  }

  /** The waker of one future. */
  static final class Entry implements Waker {

    final int index;
    private final ReadyQueue queue;

    @SuppressWarnings("UnusedVariable") // only through QUEUED
    private volatile int queued;

    private @Nullable Entry next;

    Entry(ReadyQueue queue, int index) {
      this.queue = queue;
      this.index = index;
    }

    @Override
    public void wake() {
      if (queuedVolatile(1) == 0) {
        queue.push(this);
        queue.parent.wake();
      }
    }

    private int queuedVolatile(int now) {
      return (int) QUEUED.getAndSet(this, now);
    }
  }

  private static final VarHandle WOKEN;
  private static final VarHandle QUEUED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WOKEN = lookup.findVarHandle(ReadyQueue.class, "woken", Entry.class);
      QUEUED = lookup.findVarHandle(Entry.class, "queued", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
