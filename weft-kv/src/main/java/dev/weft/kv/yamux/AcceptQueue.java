package dev.weft.kv.yamux;

import static dev.weft.kv.yamux.YamuxStream.CLOSED;

import dev.weft.Waker;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams that the peer has opened and nobody has accepted, in order, and the task that waits
 * for one. Guarded by the monitor of the session.
 */
final class AcceptQueue {

  private final LinkedHashSet<YamuxStream> streams = new LinkedHashSet<>();
  private @Nullable Waker acceptor;

  /** Adds a stream; returns who waits for it. */
  @Nullable Waker add(YamuxStream s) {
    streams.add(s);
    return takeAcceptor();
  }

  /** Takes the first stream; {@code null} if there is none. */
  @Nullable YamuxStream poll() {
    acceptor = null;
    return streams.isEmpty() ? null : streams.removeFirst();
  }

  /** A stream was cut off by the peer's doing: if it is here, nobody gets it any more. */
  void abandon(YamuxStream s) {
    if (streams.remove(s)) {
      s.bits |= CLOSED;
    }
  }

  List<YamuxStream> removeAll() {
    List<YamuxStream> all = List.copyOf(streams);
    streams.clear();
    return all;
  }

  void setAcceptor(@Nullable Waker waker) {
    acceptor = waker;
  }

  /** Who waits, and then doesn't any more. */
  @Nullable Waker takeAcceptor() {
    Waker waiting = acceptor;
    acceptor = null;
    return waiting;
  }
}
