package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.ACK_DUE;
import static dev.weft.kv.yamux.YamuxStream.CLOSED;
import static dev.weft.kv.yamux.YamuxStream.END_DUE;
import static dev.weft.kv.yamux.YamuxStream.END_SEEN;
import static dev.weft.kv.yamux.YamuxStream.END_SENT;
import static dev.weft.kv.yamux.YamuxStream.HAS_PLACE;
import static dev.weft.kv.yamux.YamuxStream.QUEUED;
import static dev.weft.kv.yamux.YamuxStream.RESET;
import static dev.weft.kv.yamux.YamuxStream.RESET_BY_PEER;
import static dev.weft.kv.yamux.YamuxStream.RESET_DUE;
import static dev.weft.kv.yamux.YamuxStream.SETTLED;
import static dev.weft.kv.yamux.YamuxStream.SYN_DUE;

import dev.weft.Waker;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the streams of a session and the task that runs it have in common. */
final class SessionState {

  /*
   * Idea: the application moves bytes between its buffers and those of a stream; the runner (Runner, one
   * task) moves them between the streams and the connection. Both do it under the monitor of this object,
   * which is held for copying only, never while anything waits; wakers are called after it.
   *
   * A stream's sides, as bits:
   *
   *   sending     open ──end()──> END_DUE ──all sent──> END_SENT
   *   receiving   open ──FIN──> END_SEEN
   *   both        ──reset() or RST──> RESET (RESET_DUE until the peer is told, if it was this side)
   *   application open ──close()──> CLOSED
   *
   * Off the wire (no longer in `live`) it is once END_SENT and END_SEEN, or RESET; frames for it are
   * ignored from then on. Its place is free once it is off the wire, CLOSED, and not in `ready`: a peer
   * that opens and resets streams in a loop gets no further than the application and the connection do.
   * It is SETTLED once CLOSED, and END_SENT or RESET.
   *
   * Sending: `ready` holds, in order, streams that may have something to send (QUEUED); each turn sends
   * what else it owes and at most 16 KiB, then it goes to the back. Whoever gives a stream something to
   * send queues it: a write with the window open, a window update when bytes wait, an end, a reset, a
   * read that used up half the window.
   *
   * Wake-ups: a poll that answers pending has left its waker in the critical section in which it looked;
   * whoever changes what it looked for takes the waker out under the lock and calls it afterwards. The
   * runner looks at `ready` and `backlog` last of all, in the section in which it sets `sleeping`; who
   * adds something wakes it if it sleeps. While the connection takes nothing it doesn't `sleep` in this
   * sense: the connection wakes it, and it looks again. So no wake-up is lost.
   *
   * Memory: see YamuxOptions. `unread` is the sum of all `in`.
   */

  private final boolean client;
  private final YamuxOptions options;
  private final Map<Integer, YamuxStream> live = new HashMap<>();
  private final LinkedHashSet<YamuxStream> unaccepted = new LinkedHashSet<>();
  private final ArrayDeque<YamuxStream> ready = new ArrayDeque<>();
  private final Backlog backlog = new Backlog();
  private final Map<Integer, PingFuture> pings = new HashMap<>();
  private final List<Waker> woken = new ArrayList<>(); // by the runner, called when it has let go
  private int places; // taken by streams that the peer has opened
  private int ownPlaces; // taken by streams that this side has opened
  private int unsettled;
  private int unread;
  private long nextId;
  private int nextPing;
  private boolean started;
  private boolean draining; // takes no new streams, ends with the last one
  private boolean peerLeaves;
  private boolean closing;
  private boolean hurry; // a close that nobody waits for any more
  private boolean over; // no stream works any more
  private boolean failed; // and that was out of order
  private boolean finished; // and the connection is closed
  private @Nullable Throwable cause;
  private @Nullable Waker acceptor;
  private @Nullable Waker runner;
  private @Nullable Waker closer;
  private boolean sleeping;

  SessionState(boolean client, YamuxOptions options) {
    this.client = client;
    this.options = options;
    nextId = client ? 1 : 2;
  }

  // What the application does.

  int read(YamuxStream s, ByteBuffer target, Waker waker) throws IOException {
    int count;
    Waker toWake = null;
    synchronized (this) {
      if (s.has(CLOSED)) {
        throw closed(s);
      }
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
      unread -= count;
      s.ungranted += count;
      if (in.size() == 0) {
        s.in = null;
      }
      if (owesGrant(s)) {
        toWake = queue(s);
      }
    }
    wake(toWake);
    return count;
  }

  int write(YamuxStream s, ByteBuffer source, Waker waker) throws IOException {
    int count;
    Waker toWake = null;
    synchronized (this) {
      if (s.has(CLOSED)) {
        throw closed(s);
      }
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
        toWake = queue(s);
      }
    }
    wake(toWake);
    return count;
  }

  void end(YamuxStream s) throws IOException {
    Waker toWake;
    synchronized (this) {
      if (s.has(END_DUE | END_SENT | CLOSED)) {
        return;
      }
      requireWorking(s);
      s.bits |= END_DUE;
      toWake = queue(s);
    }
    wake(toWake);
  }

  void reset(YamuxStream s) {
    var toWake = new ArrayList<Waker>(3);
    synchronized (this) {
      if (!s.has(CLOSED)) {
        s.bits |= CLOSED;
        dropReceived(s);
        takeWakers(s, toWake);
        cutOff(s, toWake);
      }
    }
    toWake.forEach(Waker::wake);
  }

  void close(YamuxStream s) {
    var toWake = new ArrayList<Waker>(3);
    synchronized (this) {
      if (!s.has(CLOSED)) {
        s.bits |= CLOSED;
        dropReceived(s);
        takeWakers(s, toWake);
        if (!over && !s.has(RESET | END_DUE | END_SENT)) {
          s.bits |= END_DUE;
          add(queue(s), toWake);
        } else if (s.has(END_SENT) && isBlockedByUs(s)) {
          cutOff(s, toWake);
        }
        settle(s);
        add(runnerIfDrained(), toWake);
      }
    }
    toWake.forEach(Waker::wake);
  }

  synchronized void forgetReader(YamuxStream s) {
    s.reader = null;
  }

  synchronized void forgetWriter(YamuxStream s) {
    s.writer = null;
  }

  YamuxStream open() throws IOException {
    YamuxStream s;
    Waker toWake;
    synchronized (this) {
      if (over) {
        throw ended();
      }
      if (draining || peerLeaves) {
        throw new YamuxException(
            (draining ? "This side" : "The peer")
                + " is ending the session: it takes no new streams.");
      }
      if (ownPlaces >= options.maxStreams()) {
        throw new YamuxException(
            "This side has " + ownPlaces + " open streams, the most that its options allow.");
      }
      if (nextId > 0xFFFF_FFFFL) {
        throw new YamuxException("The session has used up its stream numbers.");
      }
      s = new YamuxStream(this, (int) nextId, SYN_DUE);
      nextId += 2;
      ownPlaces++;
      unsettled++;
      live.put(s.id, s);
      toWake = queue(s);
    }
    wake(toWake);
    return s;
  }

  /** The next stream; null at the session's end; {@link AcceptFuture#PENDING}. */
  @Nullable Object accept(Waker waker) throws IOException {
    YamuxStream s;
    Waker toWake;
    synchronized (this) {
      var waiting = unaccepted.iterator();
      if (!waiting.hasNext()) {
        if (failed) {
          throw ended();
        }
        acceptor = over || draining ? null : waker;
        return over || draining ? null : AcceptFuture.PENDING;
      }
      acceptor = null;
      s = waiting.next();
      waiting.remove();
      s.bits |= ACK_DUE;
      toWake = queue(s);
    }
    wake(toWake);
    return s;
  }

  synchronized void forgetAcceptor() {
    acceptor = null;
  }

  void ping(PingFuture ping) throws IOException {
    Waker toWake;
    synchronized (this) {
      if (over) {
        throw ended();
      }
      ping.number = nextPing++;
      pings.put(ping.number, ping);
      backlog.add(Wire.PING, Wire.SYN, Wire.SESSION, ping.number);
      toWake = runnerIfSleeping();
    }
    wake(toWake);
  }

  synchronized boolean isAnswered(PingFuture ping, Waker waker) throws IOException {
    ping.waker = waker;
    if (!ping.answered && over) {
      throw ended();
    }
    return ping.answered;
  }

  synchronized void forget(PingFuture ping) {
    pings.remove(ping.number);
  }

  /** Takes no new streams; the session ends with the last one. */
  void drain() {
    var toWake = new ArrayList<Waker>(2);
    synchronized (this) {
      if (draining || over) {
        return;
      }
      draining = true;
      backlog.add(Wire.GO_AWAY, 0, Wire.SESSION, Wire.NORMAL);
      add(acceptor, toWake);
      acceptor = null;
      add(runnerIfSleeping(), toWake);
    }
    toWake.forEach(Waker::wake);
  }

  /** Ends the session now; whether its connection is closed already. */
  boolean requestClose(Waker waker) {
    Waker toWake;
    synchronized (this) {
      if (finished) {
        return true;
      }
      closer = waker;
      closing = true;
      toWake = runner;
    }
    wake(toWake);
    return false;
  }

  void hurryClose() {
    Waker toWake;
    synchronized (this) {
      closer = null;
      closing = true;
      hurry = true;
      toWake = runner;
    }
    wake(toWake);
  }

  // What the runner does, and what comes from the peer.

  /** Makes the caller the runner; false if there is one. */
  synchronized boolean start() {
    boolean first = !started;
    started = true;
    return first;
  }

  synchronized void runBy(Waker waker) {
    runner = waker;
    sleeping = false;
  }

  synchronized boolean isClosing() {
    return closing;
  }

  synchronized boolean isHurried() {
    return hurry;
  }

  /** Whether frames may be taken: they may cause answers, and those are bounded. */
  synchronized boolean mayRead() {
    return !backlog.isFull();
  }

  /** Whether nothing is left to do in a session that takes no new streams. */
  synchronized boolean isDrained() {
    return (draining || peerLeaves) && unsettled == 0 && ready.isEmpty() && backlog.isEmpty();
  }

  /** Sleeps unless there is something to send. */
  synchronized boolean sleep() {
    sleeping = ready.isEmpty() && backlog.isEmpty() && !closing;
    return sleeping;
  }

  /**
   * Puts frames into a buffer until it is full or none is due; each stream gets its turn.
   * Afterwards {@link #wakeAll} is due.
   *
   * @param reused to be filled from its start, unless it is too small for what is due
   * @param limit no buffer is larger
   * @return what to write; empty if nothing was due
   */
  synchronized ByteBuffer fill(ByteBuffer reused, int limit) {
    int due = due(limit);
    ByteBuffer to = reused.capacity() < due ? ByteBuffer.allocate(due) : reused.clear();
    while (to.remaining() >= Wire.HEADER && !backlog.isEmpty()) {
      backlog.writeFirst(to);
    }
    while (!ready.isEmpty() && to.remaining() >= need(ready.element())) {
      YamuxStream s = ready.remove();
      s.bits &= ~QUEUED;
      send(s, to);
      settle(s);
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

  private void send(YamuxStream s, ByteBuffer to) {
    if (s.has(RESET)) {
      if (s.has(RESET_DUE) && !s.has(SYN_DUE)) {
        Wire.header(to, Wire.WINDOW_UPDATE, Wire.RST, s.id, 0);
      }
      s.bits &= ~RESET_DUE;
      return;
    }
    if (s.has(SYN_DUE | ACK_DUE) || owesGrant(s)) {
      int flags = (s.has(SYN_DUE) ? Wire.SYN : 0) | (s.has(ACK_DUE) ? Wire.ACK : 0);
      int grant = s.ungranted;
      if (flags != 0) {
        grant += options.windowBytes() - YamuxOptions.MIN_WINDOW;
      }
      s.bits &= ~(SYN_DUE | ACK_DUE);
      s.ungranted = 0;
      s.receiveWindow += grant;
      Wire.header(to, Wire.WINDOW_UPDATE, flags, s.id, grant);
    }
    ByteRing out = s.out;
    if (out != null && s.sendWindow > 0) {
      int count = (int) Math.min(out.size(), s.sendWindow);
      Wire.header(to, Wire.DATA, 0, s.id, count);
      out.get(to, count);
      s.sendWindow -= count;
      if (out.size() == 0) {
        s.out = null;
      }
      add(s.writer, woken);
      s.writer = null;
    }
    if (s.out == null && s.has(END_DUE)) {
      s.bits = (s.bits & ~END_DUE) | END_SENT;
      Wire.header(to, Wire.WINDOW_UPDATE, Wire.FIN, s.id, 0);
      if (s.has(CLOSED) && isBlockedByUs(s)) {
        s.bits |= RESET;
        Wire.header(to, Wire.WINDOW_UPDATE, Wire.RST, s.id, 0);
      }
    }
  }

  /** A new stream of the peer, or null if it is refused. */
  @Nullable YamuxStream opened(int id) throws YamuxException {
    boolean odd = (id & 1) == 1;
    if (odd == client) {
      throw new YamuxException(
          "The peer opens stream "
              + Wire.name(id)
              + "; its numbers are "
              + (client ? "even." : "odd."));
    }
    if (live.containsKey(id)) {
      throw new YamuxException("The peer opens stream " + Wire.name(id) + ", which is open.");
    }
    if (draining || places >= options.maxStreams()) {
      backlog.add(Wire.WINDOW_UPDATE, Wire.RST, id, 0);
      return null;
    }
    var s = new YamuxStream(this, id, 0);
    places++;
    unsettled++;
    live.put(id, s);
    unaccepted.add(s);
    add(acceptor, woken);
    acceptor = null;
    return s;
  }

  /** The stream of that number; null if there is none, and its frames are to be ignored. */
  @Nullable YamuxStream find(int id) {
    return live.get(id);
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
    if (length > 0 && (s.has(CLOSED) || unread + length > options.maxUnreadBytes())) {
      takeWakers(s, woken);
      dropReceived(s);
      cutOff(s, woken);
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
    unread += count;
    add(s.reader, woken);
    s.reader = null;
  }

  void endedByPeer(YamuxStream s) {
    s.bits |= END_SEEN;
    add(s.reader, woken);
    s.reader = null;
    settle(s);
  }

  void resetByPeer(YamuxStream s) {
    if (s.has(RESET)) {
      return;
    }
    s.bits |= RESET | RESET_BY_PEER;
    if (!s.has(END_SEEN)) {
      dropReceived(s);
    }
    s.out = null;
    takeWakers(s, woken);
    if (!s.has(END_SEEN)) {
      abandonUnaccepted(s);
    }
    settle(s);
  }

  void granted(YamuxStream s, long bytes) throws YamuxException {
    s.sendWindow += bytes;
    if (s.sendWindow > 0xFFFF_FFFFL) {
      throw new YamuxException(
          "The peer raises the window of " + s + " to " + s.sendWindow + ", beyond 32 bits.");
    }
    if (s.out != null && bytes > 0) {
      queue(s);
    }
  }

  void pinged(int number) {
    backlog.add(Wire.PING, Wire.ACK, Wire.SESSION, number);
  }

  void answered(int number) {
    PingFuture ping = pings.remove(number);
    if (ping != null) { // else it was cancelled, or never sent
      ping.answered = true;
      add(ping.waker, woken);
    }
  }

  void leftByPeer() {
    peerLeaves = true;
  }

  /**
   * Ends all streams.
   *
   * @param why what those that are open fail with, if there is more to say than that it has ended
   * @param outOfOrder whether who waits for a stream is told, too
   */
  void finish(@Nullable Throwable why, boolean outOfOrder) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      cause = why;
      failed = outOfOrder;
      for (YamuxStream s : live.values()) {
        takeWakers(s, woken);
        s.out = null;
      }
      live.clear();
      unaccepted.forEach(this::dropReceived);
      unaccepted.clear();
      ready.clear();
      pings.values().forEach(ping -> add(ping.waker, woken));
      pings.clear();
      add(acceptor, woken);
      acceptor = null;
    }
    wakeAll();
  }

  /** The connection is closed, too. */
  void finished() {
    Waker toWake;
    synchronized (this) {
      finished = true;
      runner = null;
      toWake = closer;
      closer = null;
    }
    wake(toWake);
  }

  /** Calls those whom the runner has taken out; it has let go of the lock. */
  void wakeAll() {
    Waker[] all;
    synchronized (this) {
      if (woken.isEmpty()) {
        return;
      }
      all = woken.toArray(Waker[]::new);
      woken.clear();
    }
    for (Waker each : all) {
      each.wake();
    }
  }

  synchronized int liveStreams() {
    return live.size();
  }

  synchronized int placesTaken() {
    return places + ownPlaces;
  }

  synchronized int unreadBytes() {
    return unread;
  }

  // Common to both; the lock is held.

  private @Nullable Waker queue(YamuxStream s) {
    if (over || s.has(QUEUED)) {
      return null;
    }
    s.bits |= QUEUED;
    ready.add(s);
    return runnerIfSleeping();
  }

  private @Nullable Waker runnerIfSleeping() {
    if (!sleeping) {
      return null;
    }
    sleeping = false;
    return runner;
  }

  private @Nullable Waker runnerIfDrained() {
    return (draining || peerLeaves) && unsettled == 0 ? runnerIfSleeping() : null;
  }

  private boolean owesGrant(YamuxStream s) {
    return s.ungranted >= options.windowBytes() / 2 && !s.has(END_SEEN | RESET | CLOSED);
  }

  /** A peer that can't send can't learn by sending that nobody reads any more. */
  private static boolean isBlockedByUs(YamuxStream s) {
    return s.receiveWindow == 0 && !s.has(END_SEEN | RESET);
  }

  private void cutOff(YamuxStream s, List<Waker> toWake) {
    if (over || s.has(RESET) || (s.has(END_SENT) && s.has(END_SEEN))) {
      settle(s);
      return;
    }
    s.bits |= RESET | RESET_DUE;
    s.out = null;
    abandonUnaccepted(s);
    add(queue(s), toWake);
    settle(s);
  }

  private void abandonUnaccepted(YamuxStream s) {
    if (unaccepted.remove(s)) {
      s.bits |= CLOSED;
    }
  }

  private void dropReceived(YamuxStream s) {
    if (s.in != null) {
      unread -= s.in.size();
      s.in = null;
    }
  }

  private static void takeWakers(YamuxStream s, List<Waker> toWake) {
    add(s.reader, toWake);
    add(s.writer, toWake);
    s.reader = null;
    s.writer = null;
  }

  /** Draws the conclusions from what has happened to a stream. */
  private void settle(YamuxStream s) {
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
      if (((s.id & 1) == 1) == client) {
        ownPlaces--;
      } else {
        places--;
      }
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
              + options.maxUnreadBytes()
              + " bytes would be unread in its session.");
    }
    if (over) {
      throw ended();
    }
  }

  private static IOException closed(YamuxStream s) {
    return new IOException("This side has closed " + s + ".");
  }

  private YamuxException ended() {
    Throwable why = cause;
    return new YamuxException(
        why == null ? "The session has ended." : "The session has ended: " + why.getMessage(), why);
  }

  private static void add(@Nullable Waker waker, List<Waker> to) {
    if (waker != null) {
      to.add(waker);
    }
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }
}
