package dev.weft.examples;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An event source of our own: any thread may ring, one task at a time waits for the next ring.
 *
 * <p>This is how everything that Weft doesn't know is connected to it: a library with callbacks, a
 * device, a thread.
 */
final class Doorbell {

  /*
   * State, guarded by this object's monitor: the visitors who have rung and weren't let in, and the
   * waker of the task that waits for one, if any.
   *
   * The protocol has three rules.
   *
   * 1. Look and register in one step. If a poll first looked, found nothing, and a visitor rang before
   *    it left its waker, nobody would ever wake the task. Here the monitor makes it one step; without a
   *    lock one registers first and then looks again.
   * 2. Keep the waker of the latest poll only: the future may have moved to another task since.
   * 3. Wake after the state has changed, and outside the lock. A wake-up means "look again" and
   *    carries nothing, so one too many does no harm, while one too few is a task that hangs.
   */

  // @start region="source"
  private final Queue<String> visitors = new ArrayDeque<>();
  private @Nullable Waker waiting;

  /** Rings; from any thread. */
  void ring(String visitor) {
    Waker waker;
    synchronized (this) {
      visitors.add(visitor);
      waker = waiting;
      waiting = null;
    }
    if (waker != null) {
      waker.wake(); // has the task polled, some time soon, on its own runtime
    }
  }

  // @end

  /**
   * Waits for the next visitor.
   *
   * <p><em>Cancellation:</em> safe; a visitor who wasn't returned is still at the door.
   */
  Future<String> answer() {
    return new Answer();
  }

  // @start region="future"
  private final class Answer implements Future<String> {

    private boolean completed; // for the owner alone, so it needs no lock

    @Override
    public Poll<String> poll(Context cx) {
      if (completed) {
        throw new IllegalStateException("This answer to the doorbell was given before.");
      }
      synchronized (Doorbell.this) {
        String visitor = visitors.poll();
        if (visitor == null) {
          waiting = cx.waker(); // in place of the waker of an earlier poll
          return Poll.pending();
        }
        completed = true;
        return Poll.ready(visitor);
      }
    }

    @Override
    public boolean cancel() {
      if (!completed) {
        synchronized (Doorbell.this) {
          waiting = null; // nobody is waiting any more
        }
      }
      return true; // nothing is held: no need to be polled again
    }
  }
  // @end
}
