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
   * State: `point` is where the block stands, `flags` what has happened to it besides, `current` what
   * it awaits. Two shorts and one reference, as each byte costs memory in every suspended block; what a
   * cancelled block needs besides lives in a CleanUp object that then sits in `current`.
   *
   *   point:  0 ──poll──> RUNNING ──pending──> n ──poll──> n | RUNNING ──value/failure──> DONE
   *           0 ──cancel──> DONE (the body never runs)
   *
   * A block that is suspended and resumed writes nothing but constants to `point` and nothing to
   * `flags`, so that no poll has to wait for what the last one wrote. The flags:
   *
   *   CANCELLED   a cancel was requested; no other flag but CLAIMED is there without it
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
   * Ownership: only the owner writes, in its polls; CLAIMED is set by an atomic OR in spawn, before the
   * first poll. Dumps read `point` and `current` racily.
   */

  /** The highest resume point is one less; a block that is done says it is there. */
  private static final int POINTS = Short.MAX_VALUE;

  private static final short RUNNING = Short.MIN_VALUE; // only the sign, which says: don't poll
  private static final short DONE = RUNNING | POINTS;

  private static final int CANCELLED = 1;
  private static final int RELEASED = 1 << 1;
  private static final int DELIVERED = 1 << 2;
  private static final int DROPPED = 1 << 3;
  private static final short CLAIMED = 1 << 4;

  /** What the compiler puts between the name of a class and the number of a block in it. */
  static final String COMPANION = "$Weft$";

  private short point;
  private short flags;
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
   * @return 0 for the start, 2<sup>15</sup> − 1 for the end, otherwise what {@link #suspendAt} was
   *     given
   */
  public final int resumePoint() {
    return point & POINTS;
  }

  /**
   * Notes where to resume, as the last act of a poll that is pending.
   *
   * @param point from 1 to 2<sup>15</sup> − 2
   */
  public final void suspendAt(int point) {
    this.point = (short) point;
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
    return block.pollAwaited(block.begin(future, cx), cx);
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
    short from = point;
    if (from < 0) {
      throw misuse(from);
    }
    point = (short) (from | RUNNING);
    try {
      Object result = resume(cx);
      if (result == PENDING) {
        if (point < 0 || (flags & CANCELLED) != 0) {
          suspend(cx);
        }
        return PENDING;
      }
      point =
          DONE; // As finish(); a call on the way to each value would cost what all of this does.
      current = null;
      return result;
    } catch (Throwable failure) {
      finish();
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  /** A pending poll of a block that has named no resume point, or that is to be given up. */
  private void suspend(Context cx) {
    if ((flags & DROPPED) != 0) {
      throw drop(cx);
    }
    if (point < 0) {
      suspendAt(Math.max(resumePoint(), 1));
    }
  }

  /**
   * Starts an await.
   *
   * @param future what is awaited
   * @param cx the context of this poll
   * @return what to give {@link #pollAwaited}
   * @throws NullPointerException if the future is null
   * @throws Cancellation if the block is cancelled and hasn't been told yet
   */
  protected final RawFuture<?> begin(Future<?> future, Context cx) {
    Objects.requireNonNull(future, "await got null in place of a future.");
    PollContext task = PollContext.of(cx);
    if (task != null && task.abortPending()) {
      task.deliverAbort();
    }
    RawFuture<?> awaited = future instanceof RawFuture<?> raw ? raw : RawFuture.own(future);
    if ((flags & CANCELLED) != 0) {
      return beginCancelled(awaited, task);
    }
    current = awaited;
    return awaited;
  }

  private RawFuture<?> beginCancelled(RawFuture<?> awaited, @Nullable PollContext task) {
    if (current instanceof CleanUp cleanUp) {
      if (cleanUp.begin(awaited, task)) {
        flags |= DROPPED;
      }
      return cleanUp;
    }
    if (awaited.cancel()) {
      throw deliver(task);
    }
    current = awaited; // It was under way and needs time; its outcome counts.
    return awaited;
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
    if ((flags & CANCELLED) != 0) {
      noticeReleased(cx);
    }
    return pollAwaited(Objects.requireNonNull(current, "no await has begun"), cx);
  }

  private void noticeReleased(Context cx) {
    if ((flags & RELEASED) != 0) {
      flags &= ~RELEASED;
      throw deliver(PollContext.of(cx));
    }
  }

  private @Nullable Object pollAwaited(RawFuture<?> awaited, Context cx) throws Exception {
    Object result;
    try {
      result = awaited.pollRaw(cx);
    } catch (Throwable failure) {
      awaitFailed(failure, cx);
      throw failure;
    }
    if (result != PENDING) {
      awaitEnded();
    }
    return result;
  }

  private void awaitEnded() {
    if ((flags & CANCELLED) == 0) {
      current = null;
    } else {
      awaitEndedCancelled();
    }
  }

  private void awaitEndedCancelled() {
    flags &= ~RELEASED; // It completed after all in the poll that saw the request.
    if (!(current instanceof CleanUp)) {
      current = null;
    }
  }

  private void awaitFailed(Throwable failure, Context cx) {
    awaitEnded();
    if (failure instanceof Cancellation && (flags & (CANCELLED | DELIVERED)) == CANCELLED) {
      delivered(PollContext.of(cx));
    }
  }

  private Cancellation deliver(@Nullable PollContext task) {
    delivered(task);
    return new Cancellation(this + " was cancelled.");
  }

  private void delivered(@Nullable PollContext task) {
    flags |= DELIVERED;
    current = new CleanUp(task);
  }

  @Override
  public final boolean cancel() {
    if (point == DONE) {
      return true;
    }
    if (point == 0) {
      finish();
      return true;
    }
    if ((flags & CANCELLED) == 0) {
      flags |= CANCELLED;
      RawFuture<?> awaited = current;
      if (awaited != null && awaited.cancel()) {
        flags |= RELEASED;
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
    return (flags & CANCELLED) != 0;
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
    point = DONE;
    current = null;
  }

  private IllegalStateException misuse(short from) {
    return new IllegalStateException(
        from == DONE
            ? this + " was polled after it had completed; start the block again for another run."
            : this + " is polled by two at once; a future has one owner at a time.");
  }

  @Override
  public final boolean claim() {
    return ((short) FLAGS.getAndBitwiseOr(this, CLAIMED) & CLAIMED) == 0;
  }

  @Override
  public String toString() {
    String name = getClass().getName();
    int compiled = name.lastIndexOf(COMPANION);
    return compiled < 0
        ? getClass().getSimpleName()
        : "async block in " + name.substring(0, compiled);
  }

  private static final VarHandle FLAGS;

  static {
    try {
      FLAGS = MethodHandles.lookup().findVarHandle(AsyncState.class, "flags", short.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
