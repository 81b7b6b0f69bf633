package dev.weft.spi;

import dev.weft.codegen.LeafFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One timer: a leaf future, so that a sleep is a single object, with what its queue needs. That is
 * only visible to {@link InboxTimerQueue} and {@link TimerList}.
 */
public abstract class TimerEntry extends LeafFuture<Void> {

  /*
   * State: who may do what with the entry; every transition is a compare-and-set.
   *
   *   IDLE   -> QUEUED     add: on the inbox of a queue
   *   QUEUED -> ARMED      the turn holder took it off the inbox
   *   ARMED  -> FIRED      the turn holder is about to call fired()
   *   QUEUED -> CANCELLED  cancel: still on the inbox, which drops it
   *   ARMED  -> CANCELLED  cancel: put on the inbox once more, so that the turn holder unlinks it
   *
   * Firing and cancelling compete for ARMED, so exactly one of them happens.
   *
   * Ownership: `below` belongs to the inbox: written by the thread that pushes the entry, read by the
   * turn holder that took the chain off. An entry is never on the inbox twice at once: the second push
   * needs ARMED, which follows the first removal. `position`, in a TimerList, belongs to the turn holder.
   * Both are plain, as the inbox and the turn token order all accesses.
   *
   * Size: three fields. A queue must be able to find an entry's place from its deadline, so that none
   * needs to be stored; there is one entry in every sleeping task.
   */

  static final int IDLE = 0;
  static final int QUEUED = 1;
  static final int ARMED = 2;
  static final int FIRED = 3;
  static final int CANCELLED = 4;

  private volatile int state;
  @Nullable TimerEntry below;
  int position;

  /** Creates an entry that was not added. */
  protected TimerEntry() {}

  /**
   * When it is due. It must not change once the entry was added, and not be more than
   * 2<sup>62</sup> nanoseconds (146 years) ahead of the clock.
   *
   * @return nanoseconds of the runtime's clock
   */
  public abstract long deadlineNanos();

  /** Called once by the queue when the timer is due; must be short and not throw. */
  protected abstract void fired();

  /**
   * Reads what {@link #fired} will read, so that this is in the cache by then; called by the queue
   * for some entries one after the other, shortly before they fire.
   *
   * @return a value without meaning, for the caller to use, so that the reads are not left out
   */
  protected int touch() {
    return state;
  }

  final int stateVolatile() {
    return state;
  }

  final boolean casState(int expected, int wanted) {
    return STATE.compareAndSet(this, expected, wanted);
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TimerEntry.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
