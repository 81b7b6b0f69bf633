package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.spi.TaskContext;
import dev.weft.time.Deadlines;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One request from its first poll to what the caller gets: the future itself is what waits in line
 * and what stands for the answer that is due.
 */
final class Call<R extends @Nullable Object> extends LeafFuture<R> {

  /*
   * State:
   *   NEW     -> WAITING  first poll: in the pool's line
   *   WAITING -> TAKEN    out of the line; whoever took it completes it or puts it back
   *   TAKEN   -> WAITING  put back, since its connection was lost before it was sent
   *   TAKEN   -> DONE     `result` is there: a response or a Failure
   *   WAITING, TAKEN -> LEFT  the caller gave up; a place in a pipeline stays until its answer came
   *
   * Ownership: WAITING begins and ends in the pool's monitor, which guards `previous` and `next`, too.
   * A call that is TAKEN belongs to one connection's task, which alone uses `end`, `sentAgain` and
   * `late`; they go from one such task to another through the line. TAKEN -> LEFT is the caller's and is
   * therefore a CAS on both sides. The caller's is `waker`.
   *
   * Ordering: as in any leaf with one waker: the caller writes the waker, then reads the state; who
   * completes writes the state, then reads the waker; all four are volatile, so one sees the other.
   * `result` and `deadline` are published by the state or by the monitor.
   */

  static final int NEW = 0;
  static final int WAITING = 1;
  static final int TAKEN = 2;
  static final int DONE = 3;
  static final int LEFT = 4;

  private final Pool pool;
  private final CommandRequest request;
  private final Reading<R> reading;
  private long deadline;
  private volatile int state;
  private volatile @Nullable Waker waker;
  private @Nullable Object result;

  // The line's.
  @Nullable Call<?> previous;
  @Nullable Call<?> next;

  // The connection's.
  long end; // how many bytes of the connection there are up to the end of this request
  boolean sentAgain;
  boolean late; // its time was up while its answer was due

  Call(Pool pool, CommandRequest request, Reading<R> reading) {
    this.pool = pool;
    this.request = request;
    this.reading = reading;
  }

  CommandRequest request() {
    return request;
  }

  /** When the caller's time is up, in nanoseconds of the runtime's clock. */
  long deadline() {
    return deadline;
  }

  boolean isDue(long now) {
    return now - deadline >= 0;
  }

  /** Whether nobody waits for the answer any more. */
  boolean isLeft() {
    return state == LEFT;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    waker = cx.waker();
    if (state == NEW) {
      long now = TaskContext.services(cx).clock().nanoTime();
      deadline = Deadlines.after(now, pool.settings().requestTimeout());
      pool.calls().submit(this);
    }
    if (state != DONE) {
      return PENDING;
    }
    return switch (result) {
      case CommandResponse response -> reading.read(response);
      case Failures.Failure failure -> throw failure.exception();
      case null, default -> throw new AssertionError("A call was completed with " + result);
    };
  }

  @Override
  protected boolean cancelLeaf() {
    if (state != NEW) {
      pool.calls().leave(this);
      waker = null;
    }
    return true;
  }

  // In the pool's monitor:

  boolean isWaiting() {
    return state == WAITING;
  }

  void setWaiting() {
    state = WAITING;
  }

  void setTaken() {
    state = TAKEN;
  }

  /** False if its caller has left it. */
  boolean putBack() {
    return STATE.compareAndSet(this, TAKEN, WAITING);
  }

  void leave() {
    if (state == WAITING) {
      state = LEFT;
    } else {
      STATE.compareAndSet(this, TAKEN, LEFT);
    }
  }

  // For who has taken it:

  /** Ends it with a response or a Failure; false if its caller has left it. */
  boolean complete(Object result) {
    this.result = result;
    if (!STATE.compareAndSet(this, TAKEN, DONE)) {
      this.result = null;
      return false;
    }
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
    return true;
  }

  @Override
  public String toString() {
    return Requests.name(request) + " to " + pool.settings().address();
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Call.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
