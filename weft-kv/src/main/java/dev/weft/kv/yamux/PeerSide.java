package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.CLOSED;
import static dev.weft.kv.yamux.YamuxStream.END_DUE;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.RESET_BY_PEER;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the peer does to the session, as its frames tell. The runner calls it in the monitor of the
 * session, and those who are to be woken wait in {@code toWake} until it has let go.
 */
final class PeerSide {

  private final SessionState session;
  private final YamuxOptions options;
  private final StreamTable streams;
  private final SendQueue sending;
  private final Wakers toWake;

  PeerSide(SessionState session, Wakers toWake) {
    this.session = session;
    this.toWake = toWake;
    options = session.options;
    streams = session.streams;
    sending = session.sending;
  }

  /** A new stream of the peer, or null if it is refused. */
  @Nullable YamuxStream opened(int id) throws YamuxException {
    streams.requireNew(id);
    if (session.end.isDraining() || streams.isFull()) {
      sending.add(Wire.WINDOW_UPDATE, Wire.RST, id, 0);
      return null;
    }
    var s = new YamuxStream(session.application, id, 0);
    streams.add(s);
    toWake.add(session.accepting.add(s));
    return s;
  }

  /** The stream of that number; null if there is none, and its frames are to be ignored. */
  @Nullable YamuxStream find(int id) {
    return streams.find(id);
  }

  /** Whether the announced data may come; false if it is to be skipped. */
  boolean announced(YamuxStream s, int length) throws YamuxException {
    if (length > s.receiveWindow) {
      throw new YamuxException(
          "The peer sends "
              + length
              + " bytes on "
              + s
              + ", whose window has "
              + s.receiveWindow
              + " left.");
    }
    if (length > 0 && s.has(END_SEEN)) {
      throw new YamuxException("The peer sends data on " + s + " behind the end of it.");
    }
    s.receiveWindow -= length;
    if (s.has(CLOSED) && s.has(END_DUE)) {
      return false; // a reset now would overtake what was written; it comes behind that
    }
    if (length > 0 && (s.has(CLOSED) || streams.unread() + length > options.maxUnreadBytes())) {
      toWake.addAll(s);
      streams.dropReceived(s);
      session.cutOff(s, toWake);
      return false;
    }
    return length > 0;
  }

  /** Data of a frame that was announced; dropped if nobody can read it any more. */
  void received(YamuxStream s, ByteBuffer from, int count) {
    if (s.has(CLOSED | RESET)) {
      from.position(from.position() + count);
      return;
    }
    ByteRing in = s.in;
    if (in == null) {
      in = new ByteRing(count);
      s.in = in;
    }
    in.put(from, count, options.windowBytes());
    streams.countUnread(count);
    wakeReader(s);
  }

  void ended(YamuxStream s) {
    s.bits |= END_SEEN;
    wakeReader(s);
    streams.settle(s);
  }

  private void wakeReader(YamuxStream s) {
    toWake.add(s.reader);
    s.reader = null;
  }

  void reset(YamuxStream s) {
    if (s.has(RESET)) {
      return;
    }
    s.bits |= RESET | RESET_BY_PEER;
    s.out = null;
    toWake.addAll(s);
    if (!s.has(END_SEEN)) { // else what came before can still be accepted and read
      streams.dropReceived(s);
      session.accepting.abandon(s);
    }
    streams.settle(s);
  }

  void granted(YamuxStream s, long bytes) throws YamuxException {
    s.sendWindow += bytes;
    if (s.sendWindow > 0xFFFF_FFFFL) {
      throw new YamuxException(
          "The peer raises the window of " + s + " to " + s.sendWindow + ", beyond 32 bits.");
    }
    if (s.out != null && bytes > 0) {
      sending.add(s);
    }
  }

  void pinged(int number) {
    sending.add(Wire.PING, Wire.ACK, Wire.SESSION, number);
  }

  void answered(int number) {
    session.pings.answered(number, toWake);
  }

  void left() {
    session.end.leftByPeer();
  }
}
