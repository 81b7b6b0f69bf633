package dev.weft.sync;

import dev.weft.Async;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.JoinHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts tasks, so that a shutdown can wait until all have ended. It keeps no results: memory is
 * needed for the tasks that run, not for those that have run.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="tracker"}
 *
 * <p>It stops no task; a {@link CancellationToken} is made for that. Where tasks belong to a block
 * of code, a {@link dev.weft.Scope} does both.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class TaskTracker {

  /*
   * State, one long changed by CAS: how many are counted, times 2, plus CLOSED. Who makes it 0 and CLOSED,
   * be it the last task or the close, notifies all who wait at that moment, and that is what they wait
   * for: opening again later, or tracking more, doesn't take it back from those who haven't looked yet.
   */

  private static final long CLOSED = 1;
  private static final long ONE = 2;

  private final Notify ends = new Notify();
  private volatile long state;

  /** Creates a tracker that is open and counts nothing. */
  public TaskTracker() {}

  /**
   * Starts a task on the runtime that runs the calling code, and counts it until it has ended.
   * Works on a closed tracker, too.
   *
   * @param future what the task runs
   * @param <T> type of its value
   * @return the task's handle
   * @throws IllegalStateException outside any runtime
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    Objects.requireNonNull(future, "future");
    Tracked<T> tracked = new Tracked<>(token(), future);
    try {
      return Async.spawn(tracked);
    } catch (Throwable refused) {
      tracked.cancel();
      throw refused;
    }
  }

  /**
   * Counts a future from now on until it has completed, failed or been cancelled and cleaned up.
   * One that is forgotten before counts for ever.
   *
   * <p><em>Cancellation:</em> that of the future.
   *
   * @param future what to count; owned by the result
   * @param <T> type of its value
   * @return a future with the same outcome
   */
  public <T extends @Nullable Object> Future<T> track(Future<T> future) {
    Objects.requireNonNull(future, "future");
    return new Tracked<>(token(), future);
  }

  /**
   * Counts one until the token is closed.
   *
   * @return to be closed, best by a try-with-resources
   */
  public Token token() {
    STATE.getAndAdd(this, ONE);
    return new Token(this);
  }

  /**
   * Says that waits may end. Tasks can still be tracked.
   *
   * @return false if it was closed before
   */
  public boolean close() {
    long before = (long) STATE.getAndBitwiseOr(this, CLOSED);
    if (before == 0) {
      ends.notifyWaiters();
    }
    return (before & CLOSED) == 0;
  }

  /**
   * Undoes {@link #close()}. Waits that were over stay over.
   *
   * @return false if it was open
   */
  public boolean reopen() {
    return ((long) STATE.getAndBitwiseAnd(this, ~CLOSED) & CLOSED) != 0;
  }

  /**
   * Waits until the tracker is closed and counts nothing, both at one moment after this call.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return completes when all have ended; no failure of theirs shows here
   */
  @CancelSafe
  public Future<Void> waitForAll() {
    return new AllEnded(this);
  }

  /**
   * Whether {@link #close()} was called.
   *
   * @return a snapshot
   */
  public boolean isClosed() {
    return (state & CLOSED) != 0;
  }

  /**
   * How many are counted.
   *
   * @return a snapshot
   */
  public long size() {
    return state / ONE;
  }

  /**
   * Whether nothing is counted.
   *
   * @return a snapshot
   */
  public boolean isEmpty() {
    return size() == 0;
  }

  private void remove() {
    if ((long) STATE.getAndAdd(this, -ONE) == (ONE | CLOSED)) {
      ends.notifyWaiters();
    }
  }

  @Override
  public String toString() {
    return "TaskTracker[" + size() + (isClosed() ? ", closed]" : "]");
  }

  private static final class AllEnded extends Until<Void> {

    private final TaskTracker tracker;
    private final long generation;

    AllEnded(TaskTracker tracker) {
      super(tracker.ends);
      this.tracker = tracker;
      this.generation = tracker.ends.generation();
    }

    @Override
    @Nullable Object look() {
      return tracker.state == CLOSED || tracker.ends.generation() != generation ? null : PENDING;
    }
  }

  /** One that is counted. */
  public static final class Token implements AutoCloseable {

    private final TaskTracker tracker;
    private volatile boolean closed;

    private Token(TaskTracker tracker) {
      this.tracker = tracker;
    }

    /** Ends the counting. Closing twice does nothing. */
    @Override
    public void close() {
      if (CLOSED_FLAG.compareAndSet(this, false, true)) {
        tracker.remove();
      }
    }

    @Override
    public String toString() {
      return closed ? "Token[closed]" : "Token[]";
    }
  }

  private static final VarHandle STATE;
  private static final VarHandle CLOSED_FLAG;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(TaskTracker.class, "state", long.class);
      CLOSED_FLAG = lookup.findVarHandle(Token.class, "closed", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
