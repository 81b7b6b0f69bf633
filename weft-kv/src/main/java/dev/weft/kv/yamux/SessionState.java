package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.ACK_DUE;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.END_SENT;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.RESET_DUE;
import static dev.weft.kv.yamux.YamuxStream.SYN_DUE;

import dev.weft.Waker;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the streams of a session and the task that runs it have in common. */
final class SessionState {

  /*
   * Idea: the application moves bytes between its buffers and those of a stream; the runner (Runner, one
   * task) moves them between the streams and the connection. Both do it under the monitor of this object,
   * which is held for copying only, never while anything waits; wakers are called after it.
   *
   * Parts, none of which has a lock of its own:
   *
   *   YamuxStream      the bits of a stream and how they move, its bytes, who waits for it
   *   StreamTable      which streams there are, and what they take of the limits
   *   AcceptQueue      those that nobody has accepted
   *   SendQueue        what is to be sent, and the runner that sleeps
   *   Pings            those that wait for an answer
   *   SessionEnd       how far the session is on its way to its end
   *
   * Three sides act on them: ApplicationSide for whoever holds a stream, RunnerSide for the runner, and
   * PeerSide for the frames that come. Here is what the application does with the session as a whole.
   *
   * Wake-ups: a poll that answers pending has left its waker in the critical section in which it looked;
   * whoever changes what it looked for takes the waker out under the lock and calls it afterwards. So no
   * wake-up is lost.
   *
   * Memory: see YamuxOptions.
   */

  final YamuxOptions options;
  final StreamTable streams;
  final AcceptQueue accepting = new AcceptQueue();
  final SendQueue sending;
  final Pings pings = new Pings();
  final SessionEnd end = new SessionEnd();
  final ApplicationSide application;
  final RunnerSide runner;

  SessionState(boolean client, YamuxOptions options) {
    this.options = options;
    streams = new StreamTable(client, options.maxStreams());
    sending = new SendQueue(streams, options.windowBytes());
    application = new ApplicationSide(this);
    runner = new RunnerSide(this);
  }

  YamuxStream open() throws IOException {
    YamuxStream s;
    Waker toWake;
    synchronized (this) {
      end.requireNotLeaving();
      s = new YamuxStream(application, streams.newId(), SYN_DUE);
      streams.add(s);
      toWake = sending.add(s);
    }
    Wakers.wake(toWake);
    return s;
  }

  /** The next stream; null at the session's end; {@link AcceptFuture#PENDING}. */
  @Nullable Object accept(Waker waker) throws IOException {
    YamuxStream s;
    Waker toWake;
    synchronized (this) {
      s = accepting.poll();
      if (s == null) {
        if (end.isFailed()) {
          throw end.exception();
        }
        if (end.isOver() || end.isDraining()) {
          return null;
        }
        accepting.setAcceptor(waker);
        return AcceptFuture.PENDING;
      }
      s.bits |= ACK_DUE;
      toWake = sending.add(s);
    }
    Wakers.wake(toWake);
    return s;
  }

  synchronized void forgetAcceptor() {
    accepting.setAcceptor(null);
  }

  void ping(PingFuture ping) throws IOException {
    Waker toWake;
    synchronized (this) {
      end.requireNotOver();
      pings.add(ping);
      toWake = sending.add(Wire.PING, Wire.SYN, Wire.SESSION, ping.number);
    }
    Wakers.wake(toWake);
  }

  synchronized boolean isAnswered(PingFuture ping, Waker waker) throws IOException {
    ping.waker = waker;
    if (!ping.answered) {
      end.requireNotOver();
    }
    return ping.answered;
  }

  synchronized void forget(PingFuture ping) {
    pings.remove(ping);
  }

  /** Takes no new streams; the session ends with the last one. */
  void drain() {
    var toWake = new Wakers();
    synchronized (this) {
      if (end.drain()) {
        toWake.add(accepting.takeAcceptor());
        toWake.add(sending.add(Wire.GO_AWAY, 0, Wire.SESSION, Wire.NORMAL));
      }
    }
    toWake.wakeAll();
  }

  /** Ends the session now; whether its connection is closed already. */
  boolean requestClose(Waker waker) {
    Waker toWake;
    synchronized (this) {
      if (end.isFinished()) {
        return true;
      }
      end.close(waker);
      toWake = sending.runner();
    }
    Wakers.wake(toWake);
    return false;
  }

  void hurryClose() {
    Waker toWake;
    synchronized (this) {
      end.hurry();
      toWake = sending.runner();
    }
    Wakers.wake(toWake);
  }

  synchronized int liveStreams() {
    return streams.live();
  }

  synchronized int placesTaken() {
    return streams.placesTaken();
  }

  synchronized int unreadBytes() {
    return streams.unread();
  }

  // For the sides; the monitor is held.

  /** Resets a stream, of which the peer is told unless it is off the wire. */
  void cutOff(YamuxStream s, Wakers toWake) {
    if (!end.isOver() && !s.has(RESET) && !(s.has(END_SENT) && s.has(END_SEEN))) {
      s.bits |= RESET | RESET_DUE;
      s.out = null;
      accepting.abandon(s);
      toWake.add(sending.add(s));
    }
    streams.settle(s);
  }

  @Nullable Waker runnerIfDrained() {
    return end.isLeaving() && streams.isSettled() ? sending.runnerIfSleeping() : null;
  }
}
