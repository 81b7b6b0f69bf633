package dev.weft.internal.scheduler;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.internal.task.Abandonable;
import dev.weft.internal.task.Carrier;
import dev.weft.spi.RuntimeThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A blocking call: a job of the pool on one side, the leaf that its task awaits on the other. */
final class BlockingJob<T extends @Nullable Object> extends LeafFuture<T> implements Runnable {

  /*
   * State, one int:
   *   QUEUED  -> RUNNING       a thread begins it
   *   QUEUED  -> DROPPED       cancelled before that; whoever takes it from the queue passes it over
   *   RUNNING -> DONE          the call returned or threw
   *   RUNNING -> INTERRUPTING -> INTERRUPTED   cancelled meanwhile: the thread is interrupted once
   *   INTERRUPTED -> DONE      the call returned or threw after that
   *
   * The thread waits for INTERRUPTED before it leaves the job, so that the interrupt never hits the next
   * job; it then clears its flag.
   *
   * A call that ends by our interrupt was cancelled; what else it throws or returns counts.
   *
   * An Abandonable call that is cancelled stays RUNNING, and its task ends without it; the thread says that
   * nobody should wait for it.
   *
   * `value` and `failure` are written before DONE and read after it. `waker` is written by the task
   * before it looks at the state, and read by the thread after DONE: one of them sees the other.
   */

  private static final int QUEUED = 0;
  private static final int RUNNING = 1;
  private static final int INTERRUPTING = 2;
  private static final int INTERRUPTED = 3;
  private static final int DONE = 4;
  private static final int DROPPED = 5;

  private final BlockingPool pool;
  private final Callable<T> call;
  private final Events.Span waiting;
  private volatile int state;
  private volatile Waker waker = Waker.noop();
  private volatile @Nullable Thread thread;
  private @Nullable Object value;
  private @Nullable Throwable failure;

  BlockingJob(BlockingPool pool, Callable<T> call, Events events) {
    this.pool = pool;
    this.call = call;
    this.waiting = events.blockingWait();
  }

  @Override
  public void run() {
    boolean _ = Thread.interrupted(); // the job before may have left its flag set
    thread = Thread.currentThread();
    if (!STATE.compareAndSet(this, QUEUED, RUNNING)) {
      return;
    }
    try {
      waiting.finish();
      value = written() instanceof Abandonable ? callHeld() : call.call();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    if (!STATE.compareAndSet(this, RUNNING, DONE)) {
      while (state != INTERRUPTED) {
        Thread.onSpinWait();
      }
      boolean _ = Thread.interrupted();
      failure = InterruptedCall.meaning(failure, this);
      state = DONE;
    }
    waker.wake();
  }

  private T callHeld() throws Exception {
    RuntimeThread self = (RuntimeThread) Thread.currentThread();
    self.setHeld(true);
    try {
      return call.call();
    } finally {
      self.setHeld(false);
    }
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    if (state != DONE) {
      waker = cx.waker();
      if (state != DONE) {
        return PENDING;
      }
    }
    Throwable thrown = failure;
    if (thrown != null) {
      throw Codegen.<RuntimeException>sneak(thrown);
    }
    return value;
  }

  @Override
  protected boolean cancelLeaf() {
    if (STATE.compareAndSet(this, QUEUED, DROPPED)) {
      boolean _ = pool.remove(this);
      return true;
    }
    if (written() instanceof Abandonable) {
      return true;
    }
    if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
      Thread runner = thread;
      if (runner != null) {
        runner.interrupt();
      }
      state = INTERRUPTED;
    }
    return false;
  }

  @Override
  public String toString() {
    return "blocking call " + written().getClass().getName();
  }

  private Callable<T> written() {
    return call instanceof Carrier.Around<T> around ? around.written() : call;
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BlockingJob.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
