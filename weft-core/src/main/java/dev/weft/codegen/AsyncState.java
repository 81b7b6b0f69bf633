package dev.weft.codegen;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Base of a block that awaits: the state object of a compiled block, and the block that runs on a
 * virtual thread. It holds the resume point, the future that the block awaits, and the whole
 * cancellation protocol.
 *
 * <p>Compiled code calls {@link #await} with the future of an await; on {@link RawFuture#PENDING}
 * it saves its variables, calls {@link #suspendAt} and returns {@code PENDING} itself. Resumed, it
 * calls {@link #pollAgain} before it touches a variable, and returns at once as long as that is
 * {@code PENDING}; then it loads its variables and calls {@link #outcome} inside the await's own
 * {@code try} statements. All that is public since a block's body stays in the class that it was
 * written in.
 *
 * @param <T> type of the block's value
 */
public abstract class AsyncState<T extends @Nullable Object> extends RawFuture<T> {

  /*
   * State: `state` holds the resume point in its low 24 bits and the flags above; `current` is what the
   * block awaits. One int and one reference, as each costs memory in every suspended block; what a
   * cancelled block needs besides lives in a CleanUp object that then sits in `current`.
   *
   *   fresh ──poll──> RUNNING ──pending──> suspended ──poll──> RUNNING ──value/failure──> DONE
   *   fresh ──cancel──> DONE (the body never runs)
   *   CANCELLED   a cancel was requested and the block is not done
   *   RELEASED    `current` undid itself on that request: don't poll it, throw at its await
   *   DELIVERED   a Cancellation was thrown into the block: it cleans up
   *   DROPPED     it awaited 100 times past its grace period: given up at the next chance
   *
   * A request reaches a pending leaf at once (cancel() goes down through `current`). If the leaf needs
   * time, it is polled on and what it yields is delivered: a value that a poll has returned is never
   * thrown away; the cancellation is then thrown at the next await, before that future's first poll.
   * cancel() may come in on the block's own thread in the middle of its poll (an abort that reaches code
   * which is running): the flag is set and the next begin() throws.
   *
   * Ownership: only the owner writes `state`, in its polls; CLAIMED is set by an atomic OR in spawn,
   * before the first poll. Dumps read `current` racily.
   */

  private static final int POINT = (1 << 24) - 1;
  private static final int STARTED = 1 << 24;
  private static final int RUNNING = 1 << 25;
  private static final int CANCELLED = 1 << 26;
  private static final int RELEASED = 1 << 27;
  private static final int DELIVERED = 1 << 28;
  private static final int DROPPED = 1 << 29;
  private static final int CLAIMED = 1 << 30;
  private static final int DONE = 1 << 31;

  /** What the compiler puts between the name of a class and the number of a block in it. */
  static final String COMPANION = "$Weft$";

  private int state;
  private @Nullable RawFuture<?> current;

  /** Creates a block that hasn't started. */
  protected AsyncState() {}

  /**
   * Runs the block from its resume point to its next suspension or its end.
   *
   * @param cx the context of this poll
   * @return the block's value or {@link RawFuture#PENDING}
   * @throws Throwable the block's failure
   */
  protected abstract @Nullable Object resume(Context cx) throws Throwable;

  /**
   * The place to resume at.
   *
   * @return 0 for the start, otherwise what {@link #suspendAt} was given
   */
  public final int resumePoint() {
    return state & POINT;
  }

  /**
   * Notes where to resume.
   *
   * @param point from 1 to 2<sup>24</sup> − 1
   */
  public final void suspendAt(int point) {
    state = (state & ~POINT) | point;
  }

  /**
   * Starts an await of a compiled block and polls for the first time.
   *
   * @param future what is awaited
   * @param block the block that awaits
   * @param cx the context of this poll
   * @return the awaited value or {@link RawFuture#PENDING}
   * @throws Exception the very exception that the future failed with
   * @throws NullPointerException if the future is null
   * @throws Cancellation if the block is cancelled and hasn't been told yet
   */
  public static @Nullable Object await(Future<?> future, AsyncState<?> block, Context cx)
      throws Exception {
    block.begin(future, cx);
    return block.pollCurrent(cx);
  }

  /**
   * A pre-emption point of a compiled block that {@link PollContext#mayLoop} doesn't just let pass:
   * yields, as an await of {@code yieldNow()} does, if the task has to.
   *
   * @param block the block that may have to yield
   * @param cx the context of this poll
   * @return {@link RawFuture#PENDING} if it yields, else {@code null}
   * @throws Exception nothing but what an await may throw
   * @throws Cancellation if the block is cancelled and hasn't been told yet
   */
  public static @Nullable Object preempt(AsyncState<?> block, Context cx) throws Exception {
    PollContext task = PollContext.of(cx);
    return task == null || !task.mustYield() ? null : await(new Preempted(), block, cx);
  }

  /**
   * Polls what a suspended block awaits, and keeps a failure for {@link #outcome}.
   *
   * @param cx the context of this poll
   * @return {@link RawFuture#PENDING} or what to call {@link #outcome} with
   */
  public final @Nullable Object pollAgain(Context cx) {
    try {
      return pollCurrent(cx);
    } catch (Throwable failure) {
      return new Failed(failure);
    }
  }

  /**
   * Ends an await with what {@link #pollAgain} returned.
   *
   * @param polled what it returned
   * @return the awaited value
   * @throws Throwable the very exception that the future failed with
   */
  public static @Nullable Object outcome(@Nullable Object polled) throws Throwable {
    if (polled instanceof Failed(Throwable failure)) {
      throw failure;
    }
    return polled;
  }

  private record Failed(Throwable failure) {}

  @Override
  public final @Nullable Object pollRaw(Context cx) throws Exception {
    int before = state;
    if ((before & (DONE | RUNNING)) != 0) {
      throw misuse(before);
    }
    state = before | STARTED | RUNNING;
    try {
      Object result = resume(cx);
      if (result == PENDING && (state & DROPPED) == 0) {
        state &= ~RUNNING;
        return PENDING;
      }
      if (result == PENDING) {
        throw drop(cx);
      }
      finish();
      return result;
    } catch (Throwable failure) {
      finish();
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  /**
   * Starts an await.
   *
   * @param future what is awaited
   * @param cx the context of this poll
   * @throws NullPointerException if the future is null
   * @throws Cancellation if the block is cancelled and hasn't been told yet
   */
  protected final void begin(Future<?> future, Context cx) {
    Objects.requireNonNull(future, "await got null in place of a future.");
    PollContext task = PollContext.of(cx);
    if (task != null && task.abortPending()) {
      task.deliverAbort();
    }
    RawFuture<?> awaited = RawFuture.own(future);
    if ((state & CANCELLED) == 0) {
      current = awaited;
    } else {
      beginCancelled(awaited, task);
    }
  }

  private void beginCancelled(RawFuture<?> awaited, @Nullable PollContext task) {
    if (current instanceof CleanUp cleanUp) {
      if (cleanUp.begin(awaited, task)) {
        state |= DROPPED;
      }
    } else if (awaited.cancel()) {
      throw deliver(task);
    } else {
      current = awaited; // It was under way and needs time; its outcome counts.
    }
  }

  /**
   * Polls what the block awaits.
   *
   * @param cx the context of this poll
   * @return the awaited value or {@link RawFuture#PENDING}
   * @throws Exception the very exception that the awaited future failed with
   * @throws Cancellation if the block was cancelled while it waited
   */
  protected final @Nullable Object pollCurrent(Context cx) throws Exception {
    RawFuture<?> awaited = Objects.requireNonNull(current, "no await has begun");
    if ((state & RELEASED) != 0) {
      state &= ~RELEASED;
      throw deliver(PollContext.of(cx));
    }
    Object result;
    try {
      result = awaited.pollRaw(cx);
    } catch (Cancellation cancellation) {
      awaitEnded(awaited);
      if ((state & (CANCELLED | DELIVERED)) == CANCELLED) {
        delivered(PollContext.of(cx));
      }
      throw cancellation;
    } catch (Throwable failure) {
      awaitEnded(awaited);
      throw failure;
    }
    if (result != PENDING) {
      awaitEnded(awaited);
    }
    return result;
  }

  private void awaitEnded(RawFuture<?> awaited) {
    state &= ~RELEASED; // It completed after all in the poll that saw the request.
    if (!(awaited instanceof CleanUp)) {
      current = null;
    }
  }

  private Cancellation deliver(@Nullable PollContext task) {
    delivered(task);
    return new Cancellation(this + " was cancelled.");
  }

  private void delivered(@Nullable PollContext task) {
    state |= DELIVERED;
    current = new CleanUp(task);
  }

  @Override
  public final boolean cancel() {
    int now = state;
    if ((now & DONE) != 0) {
      return true;
    }
    if ((now & STARTED) == 0) {
      finish();
      return true;
    }
    if ((now & CANCELLED) == 0) {
      state = now | CANCELLED;
      RawFuture<?> awaited = current;
      if (awaited != null && awaited.cancel()) {
        state |= RELEASED;
      }
      cancelRequested();
    }
    return false;
  }

  /** Hook for blocks that can be stuck outside an await; called once, at the request. */
  protected void cancelRequested() {}

  /** Hook: the block was given up while it awaits; it is never resumed again. */
  protected void dropped() {}

  /**
   * Whether a cancel was requested.
   *
   * @return true from the request on
   */
  protected final boolean isCancelled() {
    return (state & CANCELLED) != 0;
  }

  /**
   * What the block awaits now, for dumps.
   *
   * @return a snapshot, {@code null} between awaits
   */
  protected final @Nullable RawFuture<?> current() {
    return current;
  }

  private Cancellation drop(Context cx) {
    var cancellation =
        new Cancellation(
            this
                + " was given up: it awaited "
                + CleanUp.THROWS
                + " times after its grace period for cleaning up was over"
                + (location() == null ? "." : ", last at " + location() + "."));
    PollContext task = PollContext.of(cx);
    if (task != null) {
      task.reportUnhandled(cancellation);
    }
    dropped();
    return cancellation;
  }

  private void finish() {
    state = (state & CLAIMED) | STARTED | DONE;
    current = null;
  }

  private IllegalStateException misuse(int before) {
    return new IllegalStateException(
        (before & DONE) != 0
            ? this + " was polled after it had completed; start the block again for another run."
            : this + " is polled by two at once; a future has one owner at a time.");
  }

  @Override
  public final boolean claim() {
    return ((int) STATE.getAndBitwiseOr(this, CLAIMED) & CLAIMED) == 0;
  }

  @Override
  public String toString() {
    String name = getClass().getName();
    int compiled = name.lastIndexOf(COMPANION);
    return compiled < 0
        ? getClass().getSimpleName()
        : "async block in " + name.substring(0, compiled);
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(AsyncState.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
