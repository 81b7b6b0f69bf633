package dev.weft.fs;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.RuntimeThread;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One operation on files: a blocking call on the back end's side, a leaf on the task's. */
abstract class FileOp<T extends @Nullable Object> extends LeafFuture<T> {

  /*
   * State, one int:
   *   NEW     -> DONE      done at once, at the first poll or by begin(), as it took no waiting
   *   NEW     -> QUEUED    submitted, at that time
   *   QUEUED  -> RUNNING   the back end begins it
   *   QUEUED  -> DROPPED   cancelled before that: it never runs
   *   RUNNING -> DONE      the call returned or threw
   *   RUNNING -> OPENING   it opens what may keep it waiting for ever, such as a pipe without another end
   *   OPENING -> RUNNING   that is open, or can't be opened
   *   OPENING -> ABANDONED cancelled before that: nobody waits for it, and it closes what it gets
   *
   * Once it runs, the operation isn't interrupted: an interrupt would close the channel under all others
   * who use it. A cancel sets `stopping`, which long calls look at between two pieces, and the owner
   * polls on until the call has ended; so a buffer is never in use after its operation. What waits for the other end
   * of a pipe, and has no buffer in use, is left to itself or ended by closing the pipe. A result that
   * exists is delivered, cancelled or not.
   *
   * `value` and `failure` are written before DONE and read after it. `waker` is written by the task
   * before it looks at the state and read by the back end after DONE: one of them sees the other.
   */

  private static final int NEW = 0;
  private static final int QUEUED = 1;
  private static final int RUNNING = 2;
  private static final int DONE = 3;
  private static final int DROPPED = 4;
  private static final int OPENING = 5;
  private static final int ABANDONED = 6;

  private @Nullable FileBackend backend;
  private volatile int state;
  private volatile Waker waker = Waker.noop();
  private volatile boolean stopping;
  private volatile @Nullable Closeable closedByStop;
  private @Nullable Object value;
  private @Nullable Throwable failure;

  /**
   * An operation that hasn't begun.
   *
   * @param backend who carries it out; {@code null} for that of the runtime which polls it first
   */
  FileOp(@Nullable FileBackend backend) {
    this.backend = backend;
  }

  /** Does it, blocking, and gives the result, a T; on a thread of the back end. */
  abstract @Nullable Object call() throws Exception;

  /** Whether the owner has lost interest; long calls look at it. */
  final boolean isStopping() {
    return stopping;
  }

  /** Ends a long call whose owner has lost interest. */
  final void throwIfStopping() {
    if (stopping) {
      throw new Cancellation(this + " was cancelled.");
    }
  }

  /** Opens something. */
  @FunctionalInterface
  interface Opening<C extends Closeable> {
    C open() throws IOException;
  }

  /**
   * For a call: opens what may keep it waiting for ever. Nothing ends such a wait, so who cancels
   * doesn't wait for it.
   */
  final <C extends Closeable> C open(Opening<C> opening) throws IOException {
    boolean _ = STATE.compareAndSet(this, RUNNING, OPENING);
    C opened;
    try {
      throwIfStopping();
      opened = openHeld(opening);
    } catch (IOException | RuntimeException | Error failure) {
      boolean _ = STATE.compareAndSet(this, OPENING, RUNNING);
      throw failure;
    }
    if (!STATE.compareAndSet(this, OPENING, RUNNING)) {
      opened.close();
      throw new Cancellation(this + " was cancelled.");
    }
    return opened;
  }

  /** The end of the runtime doesn't wait for the thread meanwhile. */
  private static <C extends Closeable> C openHeld(Opening<C> opening) throws IOException {
    if (!(Thread.currentThread() instanceof RuntimeThread self)) {
      return opening.open();
    }
    self.setHeld(true);
    try {
      return opening.open();
    } finally {
      self.setHeld(false);
    }
  }

  /** For a call: has a cancel close what the call may wait for without end, which ends the wait. */
  final void closesWhenStopped(Closeable waitedFor) throws IOException {
    closedByStop = waitedFor;
    if (stopping) {
      waitedFor.close();
    }
  }

  // ---- the back end's side

  /**
   * Runs the operation, unless it was dropped. Then its task is to be {@linkplain #wakeOwner
   * woken}.
   *
   * @return whether it ran
   */
  final boolean run() {
    if (!STATE.compareAndSet(this, QUEUED, RUNNING)) {
      return false;
    }
    try {
      value = call();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    if (state == ABANDONED) {
      return false;
    }
    state = DONE;
    return true;
  }

  /** For who makes it in steps: begins it, unless it was dropped. */
  final boolean starts() {
    return STATE.compareAndSet(this, QUEUED, RUNNING);
  }

  /**
   * For who makes it in steps: ends it.
   *
   * @return whom to wake
   */
  final Waker end(@Nullable Object value, @Nullable Throwable failure) {
    this.value = value;
    this.failure = failure;
    state = DONE;
    return waker;
  }

  /** Wakes the task that waits for this operation, which has ended. */
  final void wakeOwner() {
    waker.wake();
  }

  /** Fails the operation instead of running it, unless it was dropped. */
  final void refuse(Exception reason) {
    if (STATE.compareAndSet(this, QUEUED, RUNNING)) {
      failure = reason;
      refused();
      state = DONE;
      wakeOwner();
    }
  }

  /** It won't go on; gives back what it holds. */
  void refused() {}

  final boolean isDropped() {
    return state == DROPPED;
  }

  // ---- the task's side

  /** Who carries it out if it is polled here first. */
  FileBackend near(Context cx) throws IOException {
    return backend == null ? FilePool.of(cx) : backend;
  }

  /**
   * Does what it can at once on the task's side, without waiting.
   *
   * @return whether it has {@linkplain #end ended}
   */
  boolean attempt() {
    return false;
  }

  /**
   * As {@link #begin(FileBackend)}, on the back end that is nearest, unless it can be done at once.
   */
  final void begin(Context cx) throws IOException {
    if (state == NEW) {
      FileBackend near = near(cx);
      backend = near;
      if (!attempt()) {
        begin(near);
      }
    }
  }

  /** Submits the operation without waiting for it, if that hasn't happened yet. */
  final void begin(FileBackend backend) {
    if (state == NEW) {
      this.backend = backend;
      state = QUEUED;
      backend.submit(this);
    }
  }

  /** Forgets the waker; the operation goes on. */
  final void forgetWaker() {
    waker = Waker.noop();
  }

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws IOException {
    if (state == NEW) {
      waker = cx.waker();
      begin(cx);
    }
    if (state != DONE) {
      waker = cx.waker();
      if (state != DONE) {
        if (backend != null) {
          backend.watch(cx);
        }
        return PENDING;
      }
    }
    Throwable thrown = failure;
    if (thrown != null) {
      throw Codegen.<RuntimeException>sneak(thrown);
    }
    return delivered(value);
  }

  /** What the owner gets for a value; on its thread. */
  @Nullable Object delivered(@Nullable Object value) throws IOException {
    return value;
  }

  @Override
  protected final boolean cancelLeaf() {
    boolean droppable = dropsWhenCancelled();
    if (droppable && state == NEW) {
      return true;
    }
    if (droppable && STATE.compareAndSet(this, QUEUED, DROPPED)) {
      if (backend != null) {
        backend.dropped();
      }
      return true;
    }
    stop();
    if (droppable && STATE.compareAndSet(this, OPENING, ABANDONED)) {
      return true;
    }
    closeWhatIsWaitedFor();
    stopped();
    FileBackend current = backend;
    if (current != null && state != NEW) {
      current.stopping(this);
    }
    return false;
  }

  private void closeWhatIsWaitedFor() {
    Closeable waitedFor = closedByStop;
    if (waitedFor != null) {
      try {
        waitedFor.close();
      } catch (IOException unwanted) {
        // The call that waits hears of it, and nobody else asks.
      }
    }
  }

  /** Its owner has lost interest, but it has begun. */
  void stopped() {}

  /** Asks a call that runs to end early. */
  final void stop() {
    stopping = true;
  }

  /** Whether it is left undone when it is cancelled in time; if not, it has begun at least. */
  boolean dropsWhenCancelled() {
    return true;
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(FileOp.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
