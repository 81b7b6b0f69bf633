package dev.weft.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** All transitions of a task's state word; nobody else writes it. */
final class TaskState {

  /*
   * One int in the task. Each transition is a single read-modify-write that never loops, but for the end
   * of a poll that yielded, and each returns what the caller must act on.
   *
   *   (new)                 NOTIFIED                 spawned: whoever spawned it schedules it once
   *   idle               -> NOTIFIED                 wake, abort: the caller schedules it
   *   NOTIFIED           -> RUNNING                  a worker took it from a queue
   *   RUNNING            -> RUNNING|NOTIFIED         wake or abort during its own poll
   *   RUNNING            -> idle                     the poll was pending
   *   RUNNING|NOTIFIED   -> NOTIFIED                 the poll was pending: the worker schedules it
   *   RUNNING[|NOTIFIED] -> NOTIFIED                 the poll yielded: the worker schedules it
   *   RUNNING[|NOTIFIED] -> COMPLETE[|NOTIFIED]      the poll returned or threw
   *   COMPLETE           -> itself                   wake, abort: nothing happens
   *
   * Flags that are only ever added: ABORT (requested by anyone), ABORT_SEEN (the poller passed it on to
   * the future), DETACHED (nobody will join).
   *
   * A task is in at most one queue, once: only the transition that adds NOTIFIED to an idle task, or
   * that finds it at the end of a poll, leads to a queue, and only the start of a poll removes it.
   *
   * Ordering: every transition is a volatile read-modify-write, also a wake that finds NOTIFIED set.
   * So all that happened before a wake is seen by the poll which clears that NOTIFIED, and all of one
   * poll is seen by the next one, on whichever thread. The outcome is written before COMPLETE is added
   * and read after COMPLETE was seen.
   */

  static final int RUNNING = 1;
  static final int NOTIFIED = 2;
  static final int COMPLETE = 4;
  static final int ABORT = 8;
  static final int ABORT_SEEN = 16;
  static final int DETACHED = 32;

  private TaskState() {}

  /** Wakes; returns whether the caller has to schedule the task. */
  static boolean wake(TaskCell<?> task) {
    return isIdle((int) WORD.getAndBitwiseOr(task, NOTIFIED));
  }

  /** Requests an abort; returns whether the caller has to schedule the task. */
  static boolean abort(TaskCell<?> task) {
    return isIdle((int) WORD.getAndBitwiseOr(task, ABORT | NOTIFIED));
  }

  /** Begins a poll of a task that was taken from a queue. */
  static void beginPoll(TaskCell<?> task) {
    WORD.getAndAdd(task, RUNNING - NOTIFIED);
  }

  /** Ends a poll that was pending; returns whether the caller has to schedule the task again. */
  static boolean endPoll(TaskCell<?> task) {
    return ((int) WORD.getAndAdd(task, -RUNNING) & NOTIFIED) != 0;
  }

  /**
   * Ends a poll that was pending and asked for another one; the caller schedules the task again.
   */
  static void endPollYielding(TaskCell<?> task) {
    int now = task.word;
    while (true) {
      int seen = (int) WORD.compareAndExchange(task, now, (now & ~RUNNING) | NOTIFIED);
      if (seen == now) {
        return;
      }
      now = seen; // woken, aborted or detached meanwhile
    }
  }

  /** Completes the task that is being polled; returns the flags that were set before. */
  static int complete(TaskCell<?> task) {
    return (int) WORD.getAndAdd(task, COMPLETE - RUNNING);
  }

  /** Whether an abort was requested that hasn't been passed on. */
  static boolean isAbortPending(TaskCell<?> task) {
    return (task.word & (ABORT | ABORT_SEEN)) == ABORT;
  }

  /** Notes that the abort was passed on. */
  static void abortSeen(TaskCell<?> task) {
    WORD.getAndBitwiseOr(task, ABORT_SEEN);
  }

  /** Notes that nobody will join; returns the flags that were set before. */
  static int detach(TaskCell<?> task) {
    return (int) WORD.getAndBitwiseOr(task, DETACHED);
  }

  static boolean isComplete(TaskCell<?> task) {
    return (task.word & COMPLETE) != 0;
  }

  /** Whether a poll is due. */
  static boolean isNotified(TaskCell<?> task) {
    return (task.word & NOTIFIED) != 0;
  }

  /** The state in a word for people. */
  static String describe(TaskCell<?> task) {
    int word = task.word;
    if ((word & COMPLETE) != 0) {
      return "complete";
    }
    if ((word & RUNNING) != 0) {
      return "running";
    }
    return (word & NOTIFIED) != 0 ? "scheduled" : "idle";
  }

  private static boolean isIdle(int before) {
    return (before & (RUNNING | NOTIFIED | COMPLETE)) == 0;
  }

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(TaskCell.class, "word", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
