package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.CLOSED;
import static dev.weft.kv.yamux.YamuxStream.END_DUE;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.END_SENT;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.RESET_BY_PEER;

import dev.weft.Waker;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What the application does with a stream. Each method takes the monitor of the session for as long
 * as it moves bytes, and wakes afterwards.
 */
final class ApplicationSide {

  private final SessionState session;
  private final StreamTable streams;
  private final SendQueue sending;

  ApplicationSide(SessionState session) {
    this.session = session;
    streams = session.streams;
    sending = session.sending;
  }

  int read(YamuxStream s, ByteBuffer target, Waker waker) throws IOException {
    int count;
    Waker toWake = null;
    synchronized (session) {
      requireNotClosed(s);
      if (!target.hasRemaining()) {
        return 0;
      }
      ByteRing in = s.in;
      if (in == null) {
        if (s.has(END_SEEN)) {
          return AsyncRead.EOF;
        }
        requireWorking(s);
        s.reader = waker;
        return AsyncRead.PENDING;
      }
      s.reader = null;
      count = Math.min(target.remaining(), in.size());
      in.get(target, count);
      streams.countUnread(-count);
      s.ungranted += count;
      if (in.size() == 0) {
        s.in = null;
      }
      if (sending.owesGrant(s)) {
        toWake = sending.add(s);
      }
    }
    Wakers.wake(toWake);
    return count;
  }

  int write(YamuxStream s, ByteBuffer source, Waker waker) throws IOException {
    int count;
    Waker toWake = null;
    synchronized (session) {
      requireNotClosed(s);
      if (s.has(END_DUE | END_SENT)) {
        throw new IOException("The sending side of " + s + " was shut down.");
      }
      requireWorking(s);
      if (!source.hasRemaining()) {
        return 0;
      }
      ByteRing out = s.out;
      int room = Wire.MAX_DATA - (out == null ? 0 : out.size());
      if (room == 0) {
        s.writer = waker;
        return AsyncWrite.PENDING;
      }
      s.writer = null;
      count = Math.min(room, source.remaining());
      if (out == null) {
        out = new ByteRing(count);
        s.out = out;
      }
      out.put(source, count, Wire.MAX_DATA);
      if (s.sendWindow > 0) {
        toWake = sending.add(s);
      }
    }
    Wakers.wake(toWake);
    return count;
  }

  void end(YamuxStream s) throws IOException {
    Waker toWake;
    synchronized (session) {
      if (s.has(END_DUE | END_SENT | CLOSED)) {
        return;
      }
      requireWorking(s);
      s.bits |= END_DUE;
      toWake = sending.add(s);
    }
    Wakers.wake(toWake);
  }

  void reset(YamuxStream s) {
    var toWake = new Wakers();
    synchronized (session) {
      if (abandon(s, toWake)) {
        session.cutOff(s, toWake);
      }
    }
    toWake.wakeAll();
  }

  void close(YamuxStream s) {
    var toWake = new Wakers();
    synchronized (session) {
      if (abandon(s, toWake)) {
        if (!session.end.isOver() && !s.has(RESET | END_DUE | END_SENT)) {
          s.bits |= END_DUE;
          toWake.add(sending.add(s));
        } else if (s.has(END_SENT) && s.isBlockedByUs()) {
          session.cutOff(s, toWake);
        }
        streams.settle(s);
        toWake.add(session.runnerIfDrained());
      }
    }
    toWake.wakeAll();
  }

  /** Marks a stream as closed, and who waits for it fails; false if it was closed before. */
  private boolean abandon(YamuxStream s, Wakers toWake) {
    if (s.has(CLOSED)) {
      return false;
    }
    s.bits |= CLOSED;
    streams.dropReceived(s);
    toWake.addAll(s);
    return true;
  }

  void forgetReader(YamuxStream s) {
    synchronized (session) {
      s.reader = null;
    }
  }

  void forgetWriter(YamuxStream s) {
    synchronized (session) {
      s.writer = null;
    }
  }

  private static void requireNotClosed(YamuxStream s) throws IOException {
    if (s.has(CLOSED)) {
      throw new IOException("This side has closed " + s + ".");
    }
  }

  private void requireWorking(YamuxStream s) throws IOException {
    if (s.has(RESET_BY_PEER)) {
      throw new StreamResetException("The peer has reset " + s + ".");
    }
    if (s.has(RESET)) {
      throw new StreamResetException(
          "This side has reset "
              + s
              + ": more than "
              + session.options.maxUnreadBytes()
              + " bytes would be unread in its session.");
    }
    session.end.requireNotOver();
  }
}
