package dev.weft.sync;

import dev.weft.Waker;
import dev.weft.internal.cleanup.Trouble;
import org.jspecify.annotations.Nullable;

/** Waiting futures in the order of their first polls. */
final class WaitQueue {

  /*
   * Idea: a doubly linked list through the futures themselves, so that a place in the middle is given
   * up in constant time and leaves nothing behind.
   *
   * Ownership: a queue of waiters is guarded by its own monitor, which nobody outside this package can
   * reach. A second, local queue takes the nodes that are to be woken out of it; that one belongs to the
   * thread that made it, which wakes after it has left the monitor. A node in such a batch isn't linked
   * anywhere else, and its owner no longer touches the links.
   *
   * Why a monitor, and why it can't hold up a worker: waiters come, leave in the middle and are served
   * in groups, which a lock-free list does only at the price of helping and of garbage in the queue.
   * Inside the monitor there are a few reads and writes, one pass over the waiters that are served, no
   * allocation of user objects, no waker, no foreign code and nothing that waits; a thread inside it is
   * delayed only by the operating system. The ways without contention don't enter it at all.
   */

  private @Nullable WaitNode<?> head;
  private @Nullable WaitNode<?> tail;

  boolean isEmpty() {
    return head == null;
  }

  @Nullable WaitNode<?> first() {
    return head;
  }

  @Nullable WaitNode<?> last() {
    return tail;
  }

  void addLast(WaitNode<?> node) {
    WaitNode<?> before = tail;
    node.previous = before;
    tail = node;
    if (before == null) {
      head = node;
    } else {
      before.next = node;
    }
  }

  void addFirst(WaitNode<?> node) {
    WaitNode<?> after = head;
    node.next = after;
    head = node;
    if (after == null) {
      tail = node;
    } else {
      after.previous = node;
    }
  }

  /** Takes out a node that is in this queue. */
  void remove(WaitNode<?> node) {
    WaitNode<?> before = node.previous;
    WaitNode<?> after = node.next;
    if (before == null) {
      head = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.previous = before;
    }
    node.previous = null;
    node.next = null;
  }

  /** Moves all nodes of another queue to the end of this one. */
  void takeAll(WaitQueue from) {
    WaitNode<?> added = from.head;
    if (added == null) {
      return;
    }
    WaitNode<?> before = tail;
    added.previous = before;
    if (before == null) {
      head = added;
    } else {
      before.next = added;
    }
    tail = from.tail;
    from.head = null;
    from.tail = null;
  }

  /**
   * Wakes all nodes of this batch and lets go of them and their wakers. A waker must not throw; if
   * one does, the others are woken all the same and its exception is thrown at the end.
   */
  void wakeAll() {
    Throwable failure = null;
    WaitNode<?> node = head;
    head = null;
    tail = null;
    while (node != null) {
      WaitNode<?> following = node.next;
      Waker waker = node.waker;
      node.previous = null;
      node.next = null;
      node.waker = null;
      if (waker != null) {
        failure = wake(waker, failure);
      }
      node = following;
    }
    rethrow(failure);
  }

  /** Throws what {@link #wake} has returned, if anything. */
  static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /** Wakes one; returns the first failure of it and those before, with the others suppressed. */
  static @Nullable Throwable wake(Waker waker, @Nullable Throwable before) {
    try {
      waker.wake();
    } catch (RuntimeException | Error failure) {
      return Trouble.add(before, failure);
    }
    return before;
  }
}
