package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.CLOSED;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.END_SENT;
import static dev.weft.kv.yamux.YamuxStream.HAS_PLACE;
import static dev.weft.kv.yamux.YamuxStream.QUEUED;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.SETTLED;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which streams a session has, and what they take of its limits. */
final class StreamTable {

  /*
   * A stream is in `live`, and its frames find it, until it is off the wire: END_SENT and END_SEEN, or
   * RESET. Frames for it are ignored from then on.
   *
   * Its place is free once it is off the wire, CLOSED, and not QUEUED: a peer that opens and resets
   * streams in a loop gets no further than the application and the connection do. Places that the peer
   * has taken and those of this side are counted apart, so neither takes those of the other.
   *
   * It is SETTLED once CLOSED, and END_SENT or RESET: this side has nothing more to do for it. A session
   * that takes no new streams ends when none is unsettled.
   *
   * `settle` draws these conclusions; it is called after each change of those bits. `unread` is the sum of
   * all `in`. All is guarded by the monitor of the session.
   */

  private final boolean client;
  private final int maxStreams;
  private final Map<Integer, YamuxStream> live = new HashMap<>();
  private int places; // taken by streams that the peer has opened
  private int ownPlaces; // taken by streams that this side has opened
  private int unsettled;
  private int unread;
  private long nextId;

  StreamTable(boolean client, int maxStreams) {
    this.client = client;
    this.maxStreams = maxStreams;
    nextId = client ? 1 : 2;
  }

  /** The number of the next stream of this side, if there may be one. */
  int newId() throws YamuxException {
    if (ownPlaces >= maxStreams) {
      throw new YamuxException(
          "This side has " + ownPlaces + " open streams, the most that its options allow.");
    }
    if (nextId > 0xFFFF_FFFFL) {
      throw new YamuxException("The session has used up its stream numbers.");
    }
    int id = (int) nextId;
    nextId += 2;
    return id;
  }

  /** Checks the number of a new stream of the peer. */
  void requireNew(int id) throws YamuxException {
    if (isOwn(id)) {
      throw new YamuxException(
          "The peer opens stream "
              + Wire.name(id)
              + "; its numbers are "
              + (client ? "even." : "odd."));
    }
    if (live.containsKey(id)) {
      throw new YamuxException("The peer opens stream " + Wire.name(id) + ", which is open.");
    }
  }

  /** Whether the peer has as many streams as it may have. */
  boolean isFull() {
    return places >= maxStreams;
  }

  void add(YamuxStream s) {
    if (isOwn(s.id)) {
      ownPlaces++;
    } else {
      places++;
    }
    unsettled++;
    live.put(s.id, s);
  }

  private boolean isOwn(int id) {
    return ((id & 1) == 1) == client;
  }

  @Nullable YamuxStream find(int id) {
    return live.get(id);
  }

  /** Draws the conclusions from what has happened to a stream. */
  void settle(YamuxStream s) {
    boolean sent = s.has(END_SENT | RESET);
    boolean offTheWire = s.has(RESET) || (s.has(END_SENT) && s.has(END_SEEN));
    if (offTheWire) {
      live.remove(s.id, s);
    }
    if (s.has(CLOSED) && sent && !s.has(SETTLED)) {
      s.bits |= SETTLED;
      unsettled--;
    }
    if (offTheWire && s.has(CLOSED) && s.has(HAS_PLACE) && !s.has(QUEUED)) {
      s.bits &= ~HAS_PLACE;
      if (isOwn(s.id)) {
        ownPlaces--;
      } else {
        places--;
      }
    }
  }

  boolean isSettled() {
    return unsettled == 0;
  }

  /** Counts bytes that have come and wait in a stream; or, negative, that wait no more. */
  void countUnread(int bytes) {
    unread += bytes;
  }

  /** Forgets what a stream has received and nobody will read. */
  void dropReceived(YamuxStream s) {
    if (s.in != null) {
      unread -= s.in.size();
      s.in = null;
    }
  }

  List<YamuxStream> removeAll() {
    List<YamuxStream> all = List.copyOf(live.values());
    live.clear();
    return all;
  }

  int live() {
    return live.size();
  }

  int placesTaken() {
    return places + ownPlaces;
  }

  int unread() {
    return unread;
  }
}
