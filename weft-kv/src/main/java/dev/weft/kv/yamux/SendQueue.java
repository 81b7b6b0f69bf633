package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.ACK_DUE;
import static dev.weft.kv.yamux.YamuxStream.CLOSED;
import static dev.weft.kv.yamux.YamuxStream.END_DUE;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.END_SENT;
import static dev.weft.kv.yamux.YamuxStream.QUEUED;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.RESET_DUE;
import static dev.weft.kv.yamux.YamuxStream.SYN_DUE;

import dev.weft.Waker;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What is to be sent, in order, and the runner that sleeps while there is nothing. */
final class SendQueue {

  /*
   * Idea: `ready` holds, in order, streams that may have something to send (QUEUED); each turn sends what
   * else it owes and at most 16 KiB, then it goes to the back. Whoever gives a stream something to send
   * adds it: a write with the window open, a window update when bytes wait, an end, a reset, a read that
   * used up half the window. `backlog` has the frames of the session itself, which go first.
   *
   * Wake-ups: the runner looks at both last of all, in the section in which it sets `sleeping`; who adds
   * something wakes it if it sleeps. While the connection takes nothing it doesn't `sleep` in this sense:
   * the connection wakes it, and it looks again.
   *
   * All is guarded by the monitor of the session.
   */

  private final StreamTable streams;
  private final int windowBytes;
  private final ArrayDeque<YamuxStream> ready = new ArrayDeque<>();
  private final Backlog backlog = new Backlog();
  private @Nullable Waker runner;
  private boolean sleeping;
  private boolean ended; // no stream sends any more

  SendQueue(StreamTable streams, int windowBytes) {
    this.streams = streams;
    this.windowBytes = windowBytes;
  }

  /** Gives a stream its turn; returns whom to wake. */
  @Nullable Waker add(YamuxStream s) {
    if (ended || s.has(QUEUED)) {
      return null;
    }
    s.bits |= QUEUED;
    ready.add(s);
    return runnerIfSleeping();
  }

  /** Adds a frame of the session itself; returns whom to wake. */
  @Nullable Waker add(int type, int flags, int stream, int length) {
    backlog.add(type, flags, stream, length);
    return runnerIfSleeping();
  }

  /** The runner, if it has to be woken to look again. */
  @Nullable Waker runnerIfSleeping() {
    if (!sleeping) {
      return null;
    }
    sleeping = false;
    return runner;
  }

  @Nullable Waker runner() {
    return runner;
  }

  void runBy(@Nullable Waker waker) {
    runner = waker;
    sleeping = false;
  }

  /** The runner sleeps unless there is something to send; whether it does. */
  boolean sleep() {
    sleeping = isEmpty();
    return sleeping;
  }

  boolean isEmpty() {
    return ready.isEmpty() && backlog.isEmpty();
  }

  /** Whether so many frames wait that none may be taken that could cause others. */
  boolean isFull() {
    return backlog.isFull();
  }

  /** Streams send nothing any more. */
  void end() {
    ended = true;
    ready.clear();
  }

  /** Whether the peer is to be told that it may send more. */
  boolean owesGrant(YamuxStream s) {
    return s.ungranted >= windowBytes / 2 && !s.has(END_SEEN | RESET | CLOSED);
  }

  /**
   * Puts frames into a buffer until it is full or none is due; each stream gets its turn.
   *
   * @param reused to be filled from its start, unless it is too small for what is due
   * @param limit no buffer is larger
   * @param toWake gets those who wait for room
   * @return what to write; empty if nothing was due
   */
  ByteBuffer fill(ByteBuffer reused, int limit, Wakers toWake) {
    int due = due(limit);
    ByteBuffer to = reused.capacity() < due ? ByteBuffer.allocate(due) : reused.clear();
    while (to.remaining() >= Wire.HEADER && !backlog.isEmpty()) {
      backlog.writeFirst(to);
    }
    while (!ready.isEmpty() && to.remaining() >= need(ready.element())) {
      YamuxStream s = ready.remove();
      s.bits &= ~QUEUED;
      send(s, to, toWake);
      streams.settle(s);
    }
    return to.flip();
  }

  private int due(int limit) {
    int due = Math.min(limit, backlog.size() * Wire.HEADER);
    for (YamuxStream s : ready) {
      int more = need(s);
      if (due + more > limit) {
        return limit;
      }
      due += more;
    }
    return due;
  }

  /** The most that one turn of a stream takes: update, data, end, reset. */
  private static int need(YamuxStream s) {
    return 4 * Wire.HEADER + (s.out == null ? 0 : s.out.size());
  }

  private void send(YamuxStream s, ByteBuffer to, Wakers toWake) {
    if (s.has(RESET)) {
      if (s.has(RESET_DUE) && !s.has(SYN_DUE)) {
        Wire.header(to, Wire.WINDOW_UPDATE, Wire.RST, s.id, 0);
      }
      s.bits &= ~RESET_DUE;
      return;
    }
    if (s.has(SYN_DUE | ACK_DUE) || owesGrant(s)) {
      sendGrant(s, to);
    }
    if (s.out != null && s.sendWindow > 0) {
      sendData(s, s.out, to);
      toWake.add(s.writer);
      s.writer = null;
    }
    if (s.out == null && s.has(END_DUE)) {
      s.bits = (s.bits & ~END_DUE) | END_SENT;
      Wire.header(to, Wire.WINDOW_UPDATE, Wire.FIN, s.id, 0);
      if (s.has(CLOSED) && s.isBlockedByUs()) {
        s.bits |= RESET;
        Wire.header(to, Wire.WINDOW_UPDATE, Wire.RST, s.id, 0);
      }
    }
  }

  private void sendGrant(YamuxStream s, ByteBuffer to) {
    int flags = (s.has(SYN_DUE) ? Wire.SYN : 0) | (s.has(ACK_DUE) ? Wire.ACK : 0);
    int grant = s.ungranted;
    if (flags != 0) {
      grant += windowBytes - YamuxOptions.MIN_WINDOW;
    }
    s.bits &= ~(SYN_DUE | ACK_DUE);
    s.ungranted = 0;
    s.receiveWindow += grant;
    Wire.header(to, Wire.WINDOW_UPDATE, flags, s.id, grant);
  }

  private static void sendData(YamuxStream s, ByteRing out, ByteBuffer to) {
    int count = (int) Math.min(out.size(), s.sendWindow);
    Wire.header(to, Wire.DATA, 0, s.id, count);
    out.get(to, count);
    s.sendWindow -= count;
    if (out.size() == 0) {
      s.out = null;
    }
  }
}
