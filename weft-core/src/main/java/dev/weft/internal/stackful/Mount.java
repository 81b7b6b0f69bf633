package dev.weft.internal.stackful;

import dev.weft.internal.task.PollSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The scheduler of one block's virtual thread: it keeps the continuation for the next poll. */
final class Mount implements Executor {

  /*
   * Idea: the JDK hands a virtual thread that can go on to its scheduler as a Runnable, always the same
   * one. This scheduler runs nothing by itself. It keeps the Runnable, and whoever polls the block runs
   * it: right there on a platform thread, or, when the poll comes on a virtual thread, where running a
   * continuation is illegal, by forwarding it to a platform thread.
   *
   * State of the slot:
   *   AWAY      nobody polls the block, and the thread is parked or blocked
   *   ATTENDED  a poll is under way, which will look at the slot before it ends
   *   READY     the thread can go on; the next to take it runs it
   *
   *   AWAY     -> READY     an arrival, which wakes the task: a poll will come and take it
   *   ATTENDED -> READY     an arrival during a poll, mostly from the poll's own unpark; no wake
   *   READY    -> READY     a second arrival of the same (after a stack trace was taken); nothing
   *   AWAY     -> ATTENDED  attend(), a poll begins; READY stays
   *   READY    -> ATTENDED  take(), only the poller; it runs the continuation
   *   ATTENDED -> AWAY      leave(), the poll ends; fails if something arrived, then the poller goes on
   *
   * Nothing is lost: an arrival swaps in READY at once. Either it found AWAY and wakes, or it found
   * ATTENDED, and then the poller's leave() fails. A continuation that arrives while the thread's last
   * run is still returning (its monitor was handed over meanwhile) is no special case: it waits in the
   * slot until that run has returned, since only the poller takes.
   *
   * `elsewhere`: true from a forward until that run has returned. Meanwhile polls keep off; the run's
   * end wakes the task. Written true by the poller, false by the forwarded run.
   *
   * The first Runnable that comes is the block's own: start() delivers it on the poller before any user
   * code runs. All others belong to virtual threads that user code started on ours, which inherit their
   * parent's scheduler. They are none of the task's business and go to the JDK's scheduler, which
   * outlives every runtime, so that none is ever stranded.
   */

  private static final int AWAY = 0;
  private static final int ATTENDED = 1;
  private static final int READY = 2;

  private static final int SPINS = 256;
  private static final long PAUSE_NANOS = 20_000;

  private final StackfulBlock<?> block;
  private final Executor jdkScheduler;
  private final Executor forwards;
  private final PollSite.Ref site = new PollSite.Ref();
  private volatile int slot = ATTENDED;
  private volatile @Nullable Runnable continuation; // set once, by start()
  private volatile boolean elsewhere;

  Mount(StackfulBlock<?> block, Executor jdkScheduler, Executor forwards) {
    this.block = block;
    this.jdkScheduler = jdkScheduler;
    this.forwards = forwards;
  }

  @Override
  public void execute(Runnable runnable) {
    Runnable own = continuation;
    if (own == null) {
      continuation = runnable;
      slot = READY;
    } else if (runnable != own) {
      jdkScheduler.execute(runnable);
    } else if ((int) SLOT.getAndSet(this, READY) == AWAY) {
      block.wakeTask();
    }
  }

  /** Begins a poll; false if the thread runs elsewhere, whose end will wake the task. */
  boolean attend() {
    if (elsewhere) {
      return false;
    }
    boolean _ = SLOT.compareAndSet(this, AWAY, ATTENDED);
    return true;
  }

  /** Takes the continuation, if it is there. */
  boolean take() {
    if (slot != READY) {
      return false;
    }
    slot = ATTENDED; // arrivals of a thread that hasn't run since can only be doubles
    return true;
  }

  /** Takes the continuation as soon as it is there, which takes a few instructions; true. */
  boolean takeNext() {
    for (int i = 1; !take(); i++) {
      if (i % SPINS == 0) {
        LockSupport.parkNanos(this, PAUSE_NANOS); // who has the lock may have lost its processor
      } else {
        Thread.onSpinWait();
      }
    }
    return true;
  }

  /** Ends a poll; false if the continuation has arrived. */
  boolean leave() {
    return SLOT.compareAndSet(this, ATTENDED, AWAY);
  }

  /** Runs the taken continuation on this platform thread until it parks, blocks or ends. */
  void runHere(@Nullable PollSite here, @Nullable Thread thread) {
    site.set(here);
    if (here != null) {
      here.carry(thread);
    }
    try {
      own().run();
    } finally {
      site.set(null);
      if (here != null) {
        here.carry(null);
      }
    }
  }

  /** Has the taken continuation run by another thread. */
  void runElsewhere() {
    elsewhere = true;
    boolean _ = leave();
    forwards.execute(
        () -> {
          try {
            own().run();
          } finally {
            block.ranElsewhere();
            elsewhere = false;
            block.wakeTask();
          }
        });
  }

  private Runnable own() {
    Runnable own = continuation;
    if (own == null) {
      throw new AssertionError("not started");
    }
    return own;
  }

  /** The changing site under the block's thread. */
  PollSite.Ref site() {
    return site;
  }

  private static final VarHandle SLOT;

  static {
    try {
      SLOT = MethodHandles.lookup().findVarHandle(Mount.class, "slot", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
