package dev.weft.kv.yamux;

import dev.weft.Waker;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the runner of a session does with it, and asks of it before it does. */
final class RunnerSide {

  /*
   * Ownership: there is one runner, who has called `start` first. `woken` belongs to it: those whom it
   * takes out in the monitor, to be called by `wakeAll` when it has let go. The rest is guarded by the
   * monitor.
   */

  final PeerSide peer;
  private final SessionState session;
  private final StreamTable streams;
  private final SendQueue sending;
  private final SessionEnd end;
  private final Wakers woken = new Wakers();
  private boolean started;

  RunnerSide(SessionState session) {
    this.session = session;
    streams = session.streams;
    sending = session.sending;
    end = session.end;
    peer = new PeerSide(session, woken);
  }

  /** Makes the caller the runner; false if there is one. */
  boolean start() {
    synchronized (session) {
      boolean first = !started;
      started = true;
      return first;
    }
  }

  void runBy(Waker waker) {
    synchronized (session) {
      sending.runBy(waker);
    }
  }

  boolean isClosing() {
    synchronized (session) {
      return end.isClosing();
    }
  }

  boolean isHurried() {
    synchronized (session) {
      return end.isHurried();
    }
  }

  /** Whether frames may be taken: they may cause answers, and those are bounded. */
  boolean mayRead() {
    synchronized (session) {
      return !sending.isFull();
    }
  }

  /** Whether nothing is left to do in a session that takes no new streams. */
  boolean isDrained() {
    synchronized (session) {
      return end.isLeaving() && streams.isSettled() && sending.isEmpty();
    }
  }

  /** Sleeps unless there is something to do; whether it does. */
  boolean sleep() {
    synchronized (session) {
      return !end.isClosing() && sending.sleep();
    }
  }

  /** See {@link SendQueue#fill}; afterwards {@link #wakeAll} is due. */
  ByteBuffer fill(ByteBuffer reused, int limit) {
    synchronized (session) {
      return sending.fill(reused, limit, woken);
    }
  }

  /** Calls those whom the runner has taken out; it has let go of the monitor. */
  void wakeAll() {
    woken.wakeAll();
  }

  /**
   * Ends all streams.
   *
   * @param why what those that are open fail with, if there is more to say than that it has ended
   * @param outOfOrder whether who waits for a stream is told, too
   */
  void finish(@Nullable Throwable why, boolean outOfOrder) {
    synchronized (session) {
      if (!end.over(why, outOfOrder)) {
        return;
      }
      for (YamuxStream s : streams.removeAll()) {
        woken.addAll(s);
        s.out = null;
      }
      session.accepting.removeAll().forEach(streams::dropReceived);
      sending.end();
      session.pings.end(woken);
      woken.add(session.accepting.takeAcceptor());
    }
    wakeAll();
  }

  /** The connection is closed, too. */
  void finished() {
    Waker toWake;
    synchronized (session) {
      sending.runBy(null);
      toWake = end.finished();
    }
    Wakers.wake(toWake);
  }
}
