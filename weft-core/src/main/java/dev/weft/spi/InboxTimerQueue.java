package dev.weft.spi;

import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Base of the timer queues: the hand-over between threads, the life of an entry, and the call of an
 * owner that sleeps. A subclass adds the order in which entries are kept, for one thread.
 */
public abstract class InboxTimerQueue implements TimerQueue {

  /*
   * Idea: one Treiber stack takes in both what was added and what is to be unlinked after a cancel. Only
   * the turn holder removes, and always everything at once, so there is no ABA.
   *
   * Drain: the chain comes off newest first; it is turned round once, so that entries with equal
   * deadlines keep the order in which they were added, and worked off DRAIN_LIMIT at a time. What is left
   * is the backlog, for which nanosUntilNext says "at once". The next chain is taken only when the
   * backlog is empty. An entry's `below` is read before the entry becomes ARMED: from then on a cancel may
   * push it again.
   *
   * Count: the high half of `count` is how many timers are pending, the low half how many pushes were
   * not drained. It is raised before the push, so that a drain never takes off more than was put on.
   *
   * Memory: a cancelled entry stays until the next turn. An owner that sleeps for an hour would let
   * others pile them up, so each CALL_EVERY-th push that wasn't drained calls the owner.
   *
   * Sleep: the owner publishes until when it sleeps and then looks at the inbox; an adder pushes and then
   * looks whether the owner sleeps too long. Both are volatile, so at least one sees the other (the
   * store/load pattern of Dekker). Of several adders one calls, as it takes the flag away.
   */

  /** Most entries that one call takes in. */
  static final int DRAIN_LIMIT = 8192;

  /**
   * After so many pushes without a turn the owner is called; it is asleep then, or nothing happens.
   */
  static final int CALL_EVERY = 1 << 10;

  /** How many timers are many, see {@link #isCrowded}. */
  protected static final int CROWD = 8;

  private static final long PENDING_UNIT = 1L << 32;

  private final Runnable callOwner;
  private volatile @Nullable TimerEntry inbox; // pushed by any thread, taken by the turn holder
  private volatile long count; // changed by any thread
  private volatile boolean asleep; // set by the owner, cleared by it or by an adder
  private volatile long sleepUntil; // written by the owner before `asleep`
  private @Nullable TimerEntry backlog; // turn holder
  private int finished; // turn holder: fired since the count was last corrected
  private @Nullable Throwable failure; // turn holder: thrown by fired()

  /**
   * Creates an empty queue.
   *
   * @param callOwner ends the owner's sleep; called from any thread, so it must neither block nor
   *     throw
   */
  protected InboxTimerQueue(Runnable callOwner) {
    this.callOwner = Objects.requireNonNull(callOwner, "callOwner");
  }

  /**
   * Keeps an entry. Turn holder.
   *
   * @param entry an entry that isn't kept
   */
  protected abstract void insert(TimerEntry entry);

  /**
   * Lets go of an entry. Turn holder.
   *
   * @param entry a cancelled entry that is kept or was let go of
   */
  protected abstract void remove(TimerEntry entry);

  /**
   * Lets go of all entries that are due and passes them to {@link #fireEntry}, earliest first. Turn
   * holder.
   *
   * @param nowNanos the time
   * @return how many {@link #fireEntry} fired
   */
  protected abstract int fireDue(long nowNanos);

  /**
   * As {@link #nanosUntilNext}, for what is kept. Turn holder.
   *
   * @param nowNanos the time
   * @return as there
   */
  protected abstract long untilNext(long nowNanos);

  /**
   * Whether many timers are due within the next millisecond or two, so that one wake-up of the
   * owner for several of them is worth while. Turn holder.
   *
   * @return false if the next timer has few others near it, or if the queue can't tell
   */
  public boolean isCrowded() {
    return false;
  }

  /**
   * Whether an entry was cancelled, though its removal may still be on the way.
   *
   * @param entry an entry that is kept
   * @return true if it will not fire
   */
  protected static final boolean isCancelled(TimerEntry entry) {
    return entry.stateVolatile() == TimerEntry.CANCELLED;
  }

  /**
   * Has an entry that will be fired soon touch its memory.
   *
   * @param entry an entry
   * @return as {@link TimerEntry#touch}
   */
  protected static final int touch(TimerEntry entry) {
    return entry.touch();
  }

  /**
   * Fires an entry, unless it is being cancelled.
   *
   * @param entry an entry that was let go of
   * @return whether it fired
   */
  protected final boolean fireEntry(TimerEntry entry) {
    if (!entry.casState(TimerEntry.ARMED, TimerEntry.FIRED)) {
      return false;
    }
    finished++;
    try {
      entry.fired();
    } catch (Throwable thrown) {
      failure = Trouble.add(failure, thrown);
    }
    return true;
  }

  @Override
  public final void add(TimerEntry entry) {
    if (!entry.casState(TimerEntry.IDLE, TimerEntry.QUEUED)) {
      throw new IllegalStateException(
          entry + " was added to a timer queue before; each entry is added once.");
    }
    push(entry, PENDING_UNIT + 1);
    if (asleep && entry.deadlineNanos() - sleepUntil < 0) {
      callSleeper();
    }
  }

  @Override
  public final boolean cancel(TimerEntry entry) {
    for (; ; ) {
      switch (entry.stateVolatile()) {
        case TimerEntry.QUEUED -> {
          if (entry.casState(TimerEntry.QUEUED, TimerEntry.CANCELLED)) {
            COUNT.getAndAdd(this, -PENDING_UNIT);
            return true;
          }
        }
        case TimerEntry.ARMED -> {
          if (entry.casState(TimerEntry.ARMED, TimerEntry.CANCELLED)) {
            push(entry, 1 - PENDING_UNIT);
            return true;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  private void push(TimerEntry entry, long change) {
    long undrained = ((long) COUNT.getAndAdd(this, change) + change) & (PENDING_UNIT - 1);
    TimerEntry top;
    do {
      top = inbox;
      entry.below = top; // plain: pairs with InboxTimerQueue.drain through the compare-and-set
    } while (!INBOX.compareAndSet(this, top, entry));
    if (undrained % CALL_EVERY == 0) {
      callOwner.run();
    }
  }

  private void callSleeper() {
    if (ASLEEP.compareAndSet(this, true, false)) {
      callOwner.run();
    }
  }

  /**
   * Announces that the owner is about to sleep. From then on an {@link #add} with an earlier
   * deadline calls it, once. Turn holder.
   *
   * @param untilNanos when it will wake by itself; {@link Long#MAX_VALUE} is a time like any other
   * @return false if something was handed over in the meantime, so that the owner must not sleep
   */
  public final boolean fallAsleep(long untilNanos) {
    sleepUntil = untilNanos;
    asleep = true;
    if (inbox == null && backlog == null) {
      return true;
    }
    asleep = false;
    return false;
  }

  /** Ends what {@link #fallAsleep} announced. Turn holder. */
  public final void awake() {
    asleep = false;
  }

  @Override
  public final int fire(long nowNanos) {
    drain();
    int fired = fireDue(nowNanos);
    settle();
    return fired;
  }

  private void settle() {
    if (finished != 0) {
      COUNT.getAndAdd(this, -finished * PENDING_UNIT);
      finished = 0;
    }
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw Codegen.<RuntimeException>sneak(thrown);
    }
  }

  @Override
  public final long nanosUntilNext(long nowNanos) {
    drain();
    return backlog == null ? untilNext(nowNanos) : 0;
  }

  @Override
  public final int size() {
    return (int) (count >> 32);
  }

  private void drain() {
    int drained = 0;
    while (drained < DRAIN_LIMIT) {
      TimerEntry entry = backlog;
      if (entry == null) {
        entry = takeAll();
        if (entry == null) {
          break;
        }
      }
      backlog = entry.below; // plain: pairs with InboxTimerQueue.push through the inbox
      entry.below = null;
      if (entry.casState(TimerEntry.QUEUED, TimerEntry.ARMED)) {
        insert(entry);
      } else {
        remove(entry);
      }
      drained++;
    }
    if (drained > 0) {
      COUNT.getAndAdd(this, -(long) drained);
    }
  }

  /** The whole inbox, oldest first. */
  private @Nullable TimerEntry takeAll() {
    if (inbox == null) {
      return null;
    }
    var entry = (TimerEntry) INBOX.getAndSet(this, (TimerEntry) null);
    TimerEntry turned = null;
    while (entry != null) {
      TimerEntry below = entry.below;
      entry.below = turned;
      turned = entry;
      entry = below;
    }
    return turned;
  }

  private static final VarHandle INBOX;
  private static final VarHandle COUNT;
  private static final VarHandle ASLEEP;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INBOX = lookup.findVarHandle(InboxTimerQueue.class, "inbox", TimerEntry.class);
      COUNT = lookup.findVarHandle(InboxTimerQueue.class, "count", long.class);
      ASLEEP = lookup.findVarHandle(InboxTimerQueue.class, "asleep", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
