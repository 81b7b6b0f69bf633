package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import org.jspecify.annotations.Nullable;

/**
 * A point that a number of tasks reach before any of them goes on. It can be used again at once.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="barrier"}
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class AsyncBarrier {

  /*
   * Idea: who arrives stands in line, and the one that makes the line full empties it. So the line itself
   * is the count and the round: who leaves it because of a cancel hasn't arrived, and who was let go
   * isn't in it any more. The leader is the one that comes last: it never waits, and so the leadership
   * can't be lost with a wait that is cancelled.
   */

  private final int parties;
  private final WaitQueue line = new WaitQueue(); // its monitor guards it and `arrived`
  private int arrived;

  /**
   * Creates a barrier.
   *
   * @param parties how many go on together; 0 is as good as 1, which lets everybody pass
   * @throws IllegalArgumentException if {@code parties} is negative
   */
  public AsyncBarrier(int parties) {
    if (parties < 0) {
      throw new IllegalArgumentException(
          "The parties of a barrier are " + parties + "; it must be 0 or more.");
    }
    this.parties = parties;
  }

  /**
   * Arrives with the first poll, and waits for the others.
   *
   * <p><em>Cancellation:</em> safe; if the others weren't all there, it hasn't arrived.
   *
   * @return true for one of each round, which arrived last, and false for the others
   */
  @CancelSafe
  public Future<Boolean> arrive() {
    return new Arrival(this);
  }

  /**
   * How many wait.
   *
   * @return a snapshot, less than the parties
   */
  public int waiting() {
    synchronized (line) {
      return arrived;
    }
  }

  private @Nullable Object poll(Arrival arrival, Waker waker) {
    WaitQueue together = new WaitQueue();
    synchronized (line) {
      if (arrival.status == Arrival.PASSED) {
        return false;
      }
      if (arrival.status == Arrival.NEW) {
        if (arrived + 1 < parties) {
          arrived++;
          arrival.status = Arrival.QUEUED;
          line.addLast(arrival);
        } else {
          open(together);
          arrival.status = Arrival.PASSED;
        }
      }
      if (arrival.status == Arrival.QUEUED) {
        arrival.waker = waker;
        return Arrival.PENDING;
      }
    }
    together.wakeAll();
    return true;
  }

  private void open(WaitQueue together) {
    together.takeAll(line);
    arrived = 0;
    for (WaitNode<?> node = together.first(); node != null; node = node.next) {
      ((Arrival) node).status = Arrival.PASSED;
    }
  }

  private void cancel(Arrival arrival) {
    synchronized (line) {
      if (arrival.status == Arrival.QUEUED) {
        line.remove(arrival);
        arrival.waker = null;
        arrival.status = Arrival.NEW;
        arrived--;
      }
    }
  }

  @Override
  public String toString() {
    return "AsyncBarrier[" + waiting() + " of " + parties + "]";
  }

  private static final class Arrival extends WaitNode<Boolean> {

    /* NEW -> QUEUED -> PASSED, NEW -> PASSED, QUEUED -> NEW when cancelled; all in the monitor. */
    private static final int NEW = 0;
    private static final int QUEUED = 1;
    private static final int PASSED = 2;

    private final AsyncBarrier barrier;
    private int status;

    Arrival(AsyncBarrier barrier) {
      this.barrier = barrier;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return barrier.poll(this, cx.waker());
    }

    @Override
    protected boolean cancelLeaf() {
      barrier.cancel(this);
      return true;
    }
  }
}
