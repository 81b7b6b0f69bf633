package dev.weft.codegen;

import dev.weft.Context;
import dev.weft.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The context of a task's polls: its budget, its cancellation and its turn. It is the waker of the
 * task as well, so that a task is one object.
 */
public abstract class PollContext implements Context, Waker {

  /*
   * Ownership: `budget`, `yielding` and `locals` belong to the thread that polls the task; the task's
   * state word orders one poll after another. `turn` is written by the poller when user code goes on
   * running on a virtual thread after its poll has returned, and cleared by that virtual thread, hence
   * volatile.
   *
   * `lookUp` is what pre-emption points in loops read: an opaque read, which costs what a plain one does
   * but stays in the loop. Whoever watches the polling thread sets it, so it may come late and hit the
   * next poll; a point that finds it set asks mustYield() and goes on if that says no. Where nobody
   * watches unless asked to, each poll begins with it set, so that the first point can ask for it.
   */

  /** Operations that a task may complete in one poll before it has to yield. */
  public static final int BUDGET = 128;

  private int budget = BUDGET;
  private boolean yielding;

  @SuppressWarnings("unused") // through LOOK_UP only
  private boolean lookUp;

  private @Nullable Object locals;
  private volatile @Nullable Object turn;

  /** Creates the context of a task. */
  protected PollContext() {}

  /**
   * The task's context behind the one that a future was given.
   *
   * @param cx the context of a poll
   * @return the task's context, or {@code null} if the poll is outside any task
   */
  public static @Nullable PollContext of(Context cx) {
    if (cx instanceof PollContext task) {
      return task;
    }
    return cx instanceof DerivedContext derived ? derived.task() : null;
  }

  /**
   * Whether the poll may complete another operation.
   *
   * @return false if it has to yield
   */
  public final boolean hasBudget() {
    return budget > 0;
  }

  /** Counts an operation that completed. */
  public final void spend() {
    budget--;
  }

  /**
   * Counts an operation inside a future that has more to do in the same poll: a loop over what may
   * always be ready calls it between two turns.
   *
   * @param cx the context of the poll
   * @return false if the budget is used up; the task is then polled again behind those that wait
   *     now, so the future answers that it is pending
   */
  public static boolean mayGoOn(Context cx) {
    PollContext task = of(cx);
    if (task == null) {
      return true;
    }
    task.spend();
    if (task.hasBudget()) {
      return true;
    }
    task.yield(cx.waker());
    return false;
  }

  /**
   * What is left of the budget.
   *
   * @return operations left, zero or less if none is
   */
  public final int budget() {
    return budget;
  }

  /**
   * Sets the budget, at the start of a poll or around code that is exempt.
   *
   * @param operations how many operations may complete
   */
  public final void setBudget(int operations) {
    budget = operations;
  }

  /**
   * Begins a poll, for the pre-emption points in it.
   *
   * @param watched whether somebody watches how long the poll takes; if not, its first pre-emption
   *     point asks {@link #mustYield}
   */
  protected final void beginWatch(boolean watched) {
    LOOK_UP.setOpaque(this, !watched); // pairs with getOpaque in mayLoop: a hint, no order needed
  }

  /**
   * Asks the code that runs now to yield at its next pre-emption point. Any thread; a hint, which
   * ends with the poll.
   */
  public final void preempt() {
    LOOK_UP.setOpaque(this, true); // pairs with getOpaque in mayLoop: a hint, no order needed
  }

  /**
   * Whether a loop may go on to its next turn: what a pre-emption point asks each time.
   *
   * @param cx the context of the poll
   * @return false if {@link #mustYield} has to be asked
   */
  public static boolean mayLoop(Context cx) {
    PollContext task = of(cx);
    return task == null || !(boolean) LOOK_UP.getOpaque(task); // pairs with preempt and beginWatch
  }

  /**
   * Whether the code that runs has to yield; asked at a pre-emption point that can't just go on.
   *
   * @return false if it may go on
   */
  protected boolean mustYield() {
    return true;
  }

  /** Lets pre-emption points pass until {@link #preempt} is called, since somebody watches now. */
  protected final void watched() {
    beginWatch(true);
  }

  /**
   * Has something small done when the present poll of the task ends, so that it is done once for
   * all that happens in the poll. On the polling thread.
   *
   * @param action what to do; it is forgotten after that poll
   * @return false if nobody will do it, so that the caller has to do it now
   */
  public boolean atEndOfPoll(Runnable action) {
    return false;
  }

  /**
   * Has the task polled again behind those that wait now.
   *
   * @param waker the waker of the poll that yields
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // always called on a receiver
  public final void yield(Waker waker) {
    yielding = true;
    if (waker != this || !seesYield()) {
      waker.wake();
    }
  }

  /**
   * Whether the task looks at {@link #takeYielding} after each poll and then needs no wake-up.
   *
   * @return false if it has to be woken
   */
  protected boolean seesYield() {
    return false;
  }

  /**
   * Whether the poll that just ended yielded; resets the mark. For the task itself.
   *
   * @return true if {@link #yield} was called since the last time
   */
  protected final boolean takeYielding() {
    boolean was = yielding;
    yielding = false;
    return was;
  }

  /**
   * Whether an abort was requested and hasn't reached the task's future yet.
   *
   * @return true if {@link #deliverAbort} is due
   */
  public abstract boolean abortPending();

  /**
   * Passes a requested abort on to the task's future, from inside its own poll, so that code which
   * is running sees it at its next await.
   */
  public abstract void deliverAbort();

  /** Requests an abort of the task, as {@link dev.weft.JoinHandle#abort()} does. Any thread. */
  public abstract void requestAbort();

  /**
   * The time.
   *
   * @return nanoseconds of the runtime's clock
   */
  public abstract long nanoTime();

  /**
   * How long a cancelled block may clean up undisturbed.
   *
   * @return nanoseconds
   */
  public abstract long graceNanos();

  /**
   * Sets a timer that wakes once, for the end of a grace period.
   *
   * @param deadlineNanos when, on the clock of {@link #nanoTime}
   * @param waker whom to wake
   */
  public abstract void wakeAt(long deadlineNanos, Waker waker);

  /**
   * Hands over a failure that nobody can receive.
   *
   * @param failure what happened
   */
  public abstract void reportUnhandled(Throwable failure);

  /**
   * The task-local values in force.
   *
   * @return an immutable chain, or {@code null}
   */
  public final @Nullable Object locals() {
    return locals;
  }

  /**
   * Replaces the task-local values, around the poll of the future that they are bound for.
   *
   * @param locals an immutable chain, or {@code null}
   */
  public final void setLocals(@Nullable Object locals) {
    this.locals = locals;
  }

  /**
   * Whether user code of this task is running on a virtual thread right now. Whoever polls several
   * futures polls no further one then: the task's blocks run one at a time. The task is woken when
   * the turn ends.
   *
   * @return true if the turn is taken
   */
  public final boolean turnHeld() {
    return turn != null;
  }

  /**
   * Who holds the turn.
   *
   * @return the block that runs on a virtual thread, or {@code null}
   */
  public final @Nullable Object turnHolder() {
    return turn;
  }

  /**
   * Takes the turn for a block that goes on on a virtual thread, or gives it back with {@code
   * null}.
   *
   * @param holder the block
   */
  public final void setTurn(@Nullable Object holder) {
    turn = holder;
  }

  @Override
  public final Waker waker() {
    return this;
  }

  @Override
  public final Context withWaker(Waker waker) {
    return new DerivedContext(this, Objects.requireNonNull(waker, "waker"));
  }

  private static final VarHandle LOOK_UP;

  static {
    try {
      LOOK_UP = MethodHandles.lookup().findVarHandle(PollContext.class, "lookUp", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
