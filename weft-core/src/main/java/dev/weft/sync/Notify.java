package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A signal without a value: tasks wait for it, and others wake one of them or all of them.
 *
 * <p>{@link #notifyOne()} before anybody waits isn't lost: it is kept for the next who waits. At
 * most one is kept, so a signal means "look again", not a count. {@link #notifyWaiters()} reaches
 * every {@link #notified()} that exists at that moment, polled or not, and keeps nothing.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="notify"}
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class Notify {

  /*
   * State, one long: the generation times 4, plus one of
   *   EMPTY    nobody waits, nothing is kept
   *   KEPT     nobody waits, one signal is kept
   *   WAITING  the queue isn't empty
   * The generation counts notifyWaiters. A wait remembers the one at its creation, and a later one means
   * that it has been notified, even if it was never in the queue.
   *
   * Ownership: anybody changes the state by CAS while it isn't WAITING; while it is, only the holder of
   * the queue's monitor does. WAITING comes and goes inside the monitor, so its holder may then write.
   *
   * Ordering: as in Permits: new state first, then the marks on the waits, all in the monitor, so that
   * who sees a mark sees a state in which the notification has happened.
   */

  private static final long EMPTY = 0;
  private static final long KEPT = 1;
  private static final long WAITING = 2;
  private static final long KIND = 3;
  private static final long GENERATION = 4;

  private final WaitQueue queue = new WaitQueue();
  private volatile long state;

  /** Creates a signal that isn't set. */
  public Notify() {}

  /**
   * Waits for a signal, in line from the first poll, or from {@link Notified#enable()} on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost. The signal of a {@link
   * #notifyOne()} that the wait got and didn't see goes to the next in line, or is kept.
   *
   * @return completes when it is notified
   */
  public Notified notified() {
    return newWait();
  }

  /** {@link #notified()} as what it is, for waits that are made of several. */
  Wait newWait() {
    return new Wait(this, generation());
  }

  /** Another value after each {@link #notifyWaiters()}. */
  long generation() {
    return state & ~KIND;
  }

  /** A wait that is over as soon as {@link #notifyWaiters()} has been called once, ever. */
  Future<Void> everNotified() {
    return new Wait(this, 0);
  }

  /** Wakes the first in line, or keeps one signal for the next who waits. */
  public void notifyOne() {
    notifyOne(Wait.FIRST);
  }

  /** Wakes the last in line, or keeps one signal as {@link #notifyOne()} does. */
  public void notifyLast() {
    notifyOne(Wait.LAST);
  }

  private void notifyOne(int which) {
    while (true) {
      long now = state;
      if ((now & KIND) == WAITING) {
        if (notifyQueued(which)) {
          return;
        }
      } else if (STATE.compareAndSet(this, now, (now & ~KIND) | KEPT)) {
        return;
      }
    }
  }

  private boolean notifyQueued(int which) {
    WaitQueue woken = new WaitQueue();
    synchronized (queue) {
      WaitNode<?> chosen = which == Wait.FIRST ? queue.first() : queue.last();
      if (!(chosen instanceof Wait wait)) {
        return false; // they have left since; keep the signal
      }
      queue.remove(wait);
      woken.addLast(wait);
      clearIfEmpty();
      wait.status = which;
    }
    woken.wakeAll();
    return true;
  }

  /** Wakes every wait that exists now. A signal that is kept stays kept. */
  public void notifyWaiters() {
    if (announced()) {
      return; // mostly nobody waits, so no need of the monitor
    }
    WaitQueue woken = new WaitQueue();
    synchronized (queue) {
      if (announced()) {
        return;
      }
      long now = state;
      woken.takeAll(queue);
      state = (now & ~KIND) + GENERATION;
      for (WaitNode<?> node = woken.first(); node != null; node = node.next) {
        ((Wait) node).status = Wait.ALL;
      }
    }
    woken.wakeAll();
  }

  /** Starts a new generation if nobody is in the queue; false if somebody is. */
  private boolean announced() {
    long now = state;
    while ((now & KIND) != WAITING) {
      long seen = (long) STATE.compareAndExchange(this, now, now + GENERATION);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** In the monitor: leaves WAITING behind if the last wait has left. */
  private void clearIfEmpty() {
    if (queue.isEmpty()) {
      state = state & ~KIND;
    }
  }

  /** Whether the wait is over; if not, it is queued afterwards, with that waker if there is one. */
  private boolean register(Wait wait, @Nullable Waker waker) {
    if (wait.status > Wait.QUEUED) {
      return true;
    }
    synchronized (queue) {
      if (wait.status == Wait.NEW && enterOrTake(wait)) {
        return true;
      }
      if (wait.status != Wait.QUEUED) {
        return true;
      }
      if (waker != null) {
        wait.waker = waker;
      }
      return false;
    }
  }

  /** In the monitor: whether a new wait is over at once; if not, it is queued. */
  private boolean enterOrTake(Wait wait) {
    while (true) {
      long now = state;
      if ((now & ~KIND) != wait.generation) {
        wait.status = Wait.ALL;
        return true;
      }
      boolean kept = (now & KIND) == KEPT;
      long next = kept ? now & ~KIND : (now & ~KIND) | WAITING;
      if (STATE.compareAndSet(this, now, next)) {
        if (kept) {
          wait.status = Wait.FIRST;
          return true;
        }
        wait.status = Wait.QUEUED;
        queue.addLast(wait);
        return false;
      }
    }
  }

  private void cancel(Wait wait) {
    if (wait.status == Wait.QUEUED) {
      synchronized (queue) {
        if (wait.status == Wait.QUEUED) {
          queue.remove(wait);
          wait.waker = null;
          clearIfEmpty();
          wait.status = Wait.ALL;
        }
      }
    }
    int got = wait.status;
    wait.status = Wait.ALL;
    if (got == Wait.FIRST || got == Wait.LAST) {
      notifyOne(got); // it would be lost: pass it on from the end at which it came
    }
  }

  @Override
  public String toString() {
    long now = state & KIND;
    return now == EMPTY ? "Notify[]" : now == KEPT ? "Notify[kept]" : "Notify[waiting]";
  }

  /** A wait for a signal, created by {@link Notify#notified()}. */
  public interface Notified extends Future<Void> {

    /**
     * Takes a place in the queue now, without a poll. For its owner, before its first poll.
     *
     * @return whether it is notified already; then the next poll completes it
     */
    boolean enable();
  }

  static final class Wait extends WaitNode<Void> implements Notified {

    /*
     * State, written in the monitor of the queue except by the owner when nobody else knows the wait:
     *   NEW -> QUEUED -> FIRST | LAST | ALL; NEW -> FIRST (took the kept signal) | ALL (new generation).
     * Above QUEUED it is over, and the value says how the signal came, so that a cancel can pass it on.
     */
    private static final int NEW = 0;
    private static final int QUEUED = 1;
    private static final int FIRST = 2;
    private static final int LAST = 3;
    private static final int ALL = 4;

    private final Notify notify;
    private final long generation;
    private volatile int status;

    Wait(Notify notify, long generation) {
      this.notify = notify;
      this.generation = generation;
    }

    @Override
    public boolean enable() {
      return notify.register(this, null);
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return notify.register(this, cx.waker()) ? null : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      notify.cancel(this);
      return true;
    }

    @Override
    public String toString() {
      return "Notified";
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Notify.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
