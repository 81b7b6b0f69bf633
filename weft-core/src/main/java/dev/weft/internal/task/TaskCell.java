package dev.weft.internal.task;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.RawFuture;
import dev.weft.codegen.Shared;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task: the future that it runs, the context and waker of its polls, and the handle of those who
 * join it, all in one object.
 *
 * @param <T> type of its result
 */
public final class TaskCell<T extends @Nullable Object> extends TaskContext
    implements JoinHandle<T>, Shared<T> {

  /*
   * State: the word is described and changed in TaskState.
   *
   * Fields and who may touch them:
   *   payload     the RawFuture until the end, then the outcome. Written by the poller; the outcome is
   *               published by COMPLETE and read after it.
   *   joiners     any thread, by compare-and-set; see Joiners.
   *   queueNext   whoever holds the task's place in a linked queue.
   *   page, place whoever spawns the task, then whoever ends it; see TaskRegister.
   *
   * End of a task, in this order, so that a joiner sees released resources: the future is done or
   * released; the outcome is stored; the owner forgets the task; COMPLETE is added; joiners are woken.
   */

  volatile int word = TaskState.NOTIFIED;

  private final TaskOwner owner;
  private final long id;
  private @Nullable Object payload;
  private volatile @Nullable Object joiners;

  private TaskRegister.@Nullable Page page;
  private short place;

  /** Link of the one queue that the task may be in. */
  private volatile @Nullable TaskCell<?> queueNext;

  /** Makes a task that is notified but in no queue yet. */
  public TaskCell(TaskOwner owner, long id, Future<T> future) {
    this.owner = owner;
    this.id = id;
    RawFuture<T> raw = RawFuture.own(future);
    if (!raw.claim()) {
      throw new IllegalStateException(
          future + " was spawned before; a future runs in one task only, make a new one.");
    }
    Carrier carrier = owner.carrier();
    this.payload = carrier == null ? raw : carrier.around(raw);
  }

  /** Polls the task once; the caller took it from the queue that it was in. */
  public void run(PollSite site) {
    TaskCell<?> outer = site.enter(this);
    TaskState.beginPoll(this);
    setBudget(BUDGET);
    beginWatch(site.isWatched());
    Object result;
    try {
      if (TaskState.isAbortPending(this) && cancelFuture()) {
        result = new Outcome.Aborted(id);
      } else {
        result = future().pollRaw(this);
      }
    } catch (Throwable failure) {
      result = ended(failure);
    } finally {
      site.leave(outer, owner);
    }
    boolean yielded = takeYielding();
    if (result == RawFuture.PENDING) {
      if (yielded) {
        TaskState.endPollYielding(this);
        owner.scheduleAgain(this, true);
      } else if (TaskState.endPoll(this)) {
        owner.scheduleAgain(this, false);
      }
    } else {
      complete(result);
    }
  }

  /** Ends a task that never entered a queue: its future is released without a poll. */
  public void abortUnstarted() {
    TaskState.beginPoll(this);
    Object outcome = new Outcome.Aborted(id);
    try {
      TaskState.abort(this);
      cancelFuture();
    } catch (Throwable failure) {
      outcome = ended(failure);
    }
    complete(outcome);
  }

  /**
   * What a throwable means; what went wrong in the clean-up of an abort has no other way out. A
   * task ends also if there is no memory left to keep how.
   */
  private Outcome ended(Throwable failure) {
    try {
      if (failure instanceof Cancellation) {
        for (Throwable cleanUp : failure.getSuppressed()) {
          owner.unobserved().report(cleanUp);
        }
        return new Outcome.Aborted(id);
      }
      return new Outcome.Failed(failure, null);
    } catch (OutOfMemoryError none) {
      return Outcome.NO_MEMORY;
    }
  }

  private RawFuture<?> future() {
    return (RawFuture<?>) Objects.requireNonNull(payload);
  }

  private boolean cancelFuture() {
    TaskState.abortSeen(this);
    return future().cancel();
  }

  private void complete(@Nullable Object outcome) {
    payload =
        outcome instanceof Outcome.Failed(Throwable failure, FailureWatch _)
            ? watched(failure)
            : outcome;
    owner.ended(this);
    int flags = TaskState.complete(this);
    owner.endSeen();
    boolean joined = Joiners.closeAndWake(this);
    if (!joined && (flags & TaskState.DETACHED) != 0) {
      reportFailure();
    }
  }

  private Outcome watched(Throwable failure) {
    try {
      return new Outcome.Failed(failure, owner.unobserved().watch(this, failure));
    } catch (OutOfMemoryError none) {
      return Outcome.NO_MEMORY;
    }
  }

  private void reportFailure() {
    if (payload instanceof Outcome.Failed(Throwable failure, FailureWatch watch) && watch != null) {
      watch.report();
    }
  }

  /** What takes users' thread-locals along. */
  @Nullable Carrier carrier() {
    return owner.carrier();
  }

  /** The result of a complete task; throws what a joiner gets. */
  @Nullable Object outcome() {
    return Outcome.get(payload);
  }

  TaskOwner owner() {
    return owner;
  }

  boolean isComplete() {
    return TaskState.isComplete(this);
  }

  /** Whether a poll is due, for a task that is in no queue because its runner looks by itself. */
  public boolean isNotified() {
    return TaskState.isNotified(this);
  }

  /** The result of a complete task, for the one who ran it. */
  @SuppressWarnings({"unchecked", "NullAway"}) // the outcome of a Future<T> is a T
  public T result() {
    return (T) Outcome.get(payload);
  }

  // ---- waker

  @Override
  public void wake() {
    if (TaskState.wake(this)) {
      owner.schedule(this);
    }
  }

  @Override
  public int touch() {
    int touched = word;
    if (payload instanceof AsyncState<?>) {
      touched++;
    }
    TaskRegister.Page register = page;
    return register == null ? touched : touched + register.touch(place);
  }

  // ---- context

  @Override
  public Weft runtime() {
    return owner.weft();
  }

  @Override
  public Services services() {
    PollSite site = PollSite.current();
    if (site == null) {
      throw new IllegalStateException(
          this + " is polled on " + Thread.currentThread() + ", outside its runtime.");
    }
    return site;
  }

  @Override
  public boolean abortPending() {
    return TaskState.isAbortPending(this);
  }

  @Override
  public void deliverAbort() {
    // In the middle of a poll the answer doesn't matter: the poll goes on to its end.
    boolean released = cancelFuture();
    assert !released || !isComplete() : this;
  }

  @Override
  public void requestAbort() {
    abort();
  }

  @Override
  protected boolean mustYield() {
    PollSite site = PollSite.current();
    if (site == null || site.watchPoll(this)) {
      return true;
    }
    watched();
    return false;
  }

  @Override
  protected boolean seesYield() {
    return true;
  }

  @Override
  public boolean atEndOfPoll(Runnable action) {
    PollSite site = PollSite.current();
    if (site == null || site.task() != this) {
      return false;
    }
    site.atEndOfPoll(action);
    return true;
  }

  @Override
  public long nanoTime() {
    return owner.clock().nanoTime();
  }

  @Override
  public long graceNanos() {
    return owner.graceNanos();
  }

  @Override
  public void wakeAt(long deadlineNanos, Waker waker) {
    services().timers().add(new WakeTimer(deadlineNanos, waker));
  }

  @Override
  public void reportUnhandled(Throwable failure) {
    owner.unobserved().report(failure);
  }

  // ---- handle

  @Override
  public void abort() {
    if (TaskState.abort(this)) {
      owner.schedule(this);
    }
  }

  @Override
  public boolean isFinished() {
    return isComplete();
  }

  @Override
  public JoinHandle<T> detach() {
    int flags = TaskState.detach(this);
    if ((flags & TaskState.COMPLETE) != 0) {
      reportFailure();
    }
    return this;
  }

  /** Whether only one worker may poll it. */
  public boolean isPinned() {
    return owner.isPinned();
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public RawFuture<T> newWait() {
    return new JoinWait<>(this);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // the outcome of a Future<T> is a T
  public Poll<T> poll(Context cx) {
    if (!isComplete()) {
      Joiners.addWaker(this, cx.waker());
    }
    if (isComplete()) {
      return Poll.ready((T) outcome());
    }
    return Poll.pending();
  }

  // ---- for the queues, the dump and the joiners

  /** The next task in the queue that this one is in. */
  public @Nullable TaskCell<?> queueNext() {
    return queueNext;
  }

  /** Links the next task; only for the queue that holds this one. */
  public void setQueueNext(@Nullable TaskCell<?> next) {
    queueNext = next;
  }

  /** Notes where the task stands in the register of who spawned it. */
  void place(TaskRegister.Page page, int index) {
    this.page = page;
    this.place = (short) index;
  }

  /** Takes the task out of that register; false if it isn't in any. */
  boolean forgetPlace() {
    TaskRegister.Page register = page;
    if (register == null) {
      return false;
    }
    page = null;
    register.clear(place);
    return true;
  }

  @Nullable Object joiners() {
    return joiners;
  }

  boolean casJoiners(@Nullable Object expected, @Nullable Object next) {
    return Joiners.FIELD.compareAndSet(this, expected, next);
  }

  /** What the dump shows. */
  public Weft.TaskInfo info() {
    Object now = payload;
    StackTraceElement location = now instanceof RawFuture<?> future ? future.location() : null;
    return new Weft.TaskInfo(
        id, TaskState.describe(this), String.valueOf(now), location, owner.taskName());
  }

  @Override
  public String toString() {
    return "task " + id;
  }
}
