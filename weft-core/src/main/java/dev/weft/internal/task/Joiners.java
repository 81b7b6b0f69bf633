package dev.weft.internal.task;

import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who waits for a task's end. */
final class Joiners {

  /*
   * Encoding of TaskCell.joiners, so that the common case costs nothing:
   *   null      nobody
   *   JoinWait  one
   *   Joiners   several, in a list under this object's lock
   *   CLOSED    the task has ended, and somebody waited; whoever comes now looks at the outcome
   *
   * A wait stores its waker before it adds itself and looks at COMPLETE again afterwards; the end adds
   * COMPLETE before it takes the list. One of the two sees the other. Wakers are called after the lock
   * was given back.
   *
   * Why a lock: waits must be removed one by one when they are cancelled (a long-lived task may be
   * raced against by thousands of short-lived ones), and the lock is held for a list operation only.
   */

  private static final Object CLOSED = new Object();

  private @Nullable List<JoinWait<?>> waits = new ArrayList<>(4);

  private Joiners(JoinWait<?> first, JoinWait<?> second) {
    List<JoinWait<?>> both = new ArrayList<>(4);
    both.add(first);
    both.add(second);
    waits = both;
  }

  /** Adds a wait unless the task has ended. */
  static void add(TaskCell<?> task, JoinWait<?> wait) {
    while (true) {
      Object now = task.joiners();
      if (now == CLOSED) {
        return;
      }
      if (now == null) {
        if (task.casJoiners(null, wait)) {
          return;
        }
      } else if (now instanceof JoinWait<?> first) {
        if (task.casJoiners(first, new Joiners(first, wait))) {
          return;
        }
      } else {
        ((Joiners) now).addLocked(wait);
        return;
      }
    }
  }

  /** Adds a bare waker for a handle that is polled by hand, once however often it is polled. */
  static void addWaker(TaskCell<?> task, Waker waker) {
    Object now = task.joiners();
    if (now instanceof JoinWait<?> single && single.waker() == waker) {
      return;
    }
    if (now instanceof Joiners several && several.hasWaker(waker)) {
      return;
    }
    add(task, JoinWait.bare(task, waker));
  }

  static void remove(TaskCell<?> task, JoinWait<?> wait) {
    while (true) {
      Object now = task.joiners();
      if (now instanceof Joiners several) {
        several.removeLocked(wait);
        return;
      }
      if (now != wait || task.casJoiners(wait, null)) {
        return;
      }
    }
  }

  /** Wakes all at the end of the task; returns whether there was anybody. */
  static boolean closeAndWake(TaskCell<?> task) {
    if (task.joiners() == null) {
      return false; // who adds itself after this look finds COMPLETE
    }
    Object last = FIELD.getAndSet(task, CLOSED);
    if (last instanceof JoinWait<?> single) {
      single.wake();
      return true;
    }
    if (last instanceof Joiners several) {
      List<JoinWait<?>> waits = several.closeLocked();
      wakeAll(waits);
      return !waits.isEmpty();
    }
    return false;
  }

  private synchronized void addLocked(JoinWait<?> wait) {
    if (waits != null) {
      waits.add(wait);
    }
  }

  private synchronized boolean hasWaker(Waker waker) {
    if (waits != null) {
      for (JoinWait<?> wait : waits) {
        if (wait.waker() == waker) {
          return true;
        }
      }
    }
    return false;
  }

  private synchronized void removeLocked(JoinWait<?> wait) {
    if (waits != null) {
      int at = waits.indexOf(wait);
      if (at >= 0) {
        int last = waits.size() - 1;
        waits.set(at, waits.get(last)); // order is of no consequence
        waits.remove(last);
      }
    }
  }

  private synchronized List<JoinWait<?>> closeLocked() {
    List<JoinWait<?>> all = waits;
    waits = null;
    return all == null ? List.of() : all;
  }

  /** Nobody else has the list any more. A waker that throws doesn't keep the others asleep. */
  private static void wakeAll(List<JoinWait<?>> waits) {
    Throwable failure = null;
    for (int i = 0; i < waits.size(); i++) {
      try {
        waits.get(i).wake();
      } catch (Throwable thrown) {
        failure = Trouble.add(failure, thrown);
      }
    }
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  static final VarHandle FIELD;

  static {
    try {
      FIELD =
          MethodHandles.privateLookupIn(TaskCell.class, MethodHandles.lookup())
              .findVarHandle(TaskCell.class, "joiners", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
