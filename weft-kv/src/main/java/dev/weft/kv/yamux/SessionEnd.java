package dev.weft.kv.yamux;

import dev.weft.Waker;
import org.jspecify.annotations.Nullable;

/** How far a session is on its way to its end. */
final class SessionEnd {

  /*
   *   open ──drain() or the peer's go-away──> leaving: no new streams, ends with the last one
   *     └────────┬─────────────────────────────┘
   *              ├── close() ──> closing: the runner ends it at its next look
   *              └── end, failure ──> over: no stream works any more ──> finished: the connection is
   *                                                                     closed, too
   *
   * Each is a flag that is set once. `cause` and `failed` are written with `over`. `closer` is who waits
   * for `finished`; if it gives up, the close is hurried: it then waits for nobody. All is guarded by the
   * monitor of the session.
   */

  private boolean draining;
  private boolean peerLeaves;
  private boolean closing;
  private boolean hurried; // a close that nobody waits for any more
  private boolean over;
  private boolean failed; // it is over, and that was out of order
  private boolean finished;
  private @Nullable Throwable cause;
  private @Nullable Waker closer;

  /** This side takes no new streams; false if that is known. */
  boolean drain() {
    if (draining || over) {
      return false;
    }
    draining = true;
    return true;
  }

  void leftByPeer() {
    peerLeaves = true;
  }

  void close(Waker waker) {
    closing = true;
    closer = waker;
  }

  void hurry() {
    closing = true;
    hurried = true;
    closer = null;
  }

  /** No stream works any more; false if that is known. */
  boolean over(@Nullable Throwable why, boolean outOfOrder) {
    if (over) {
      return false;
    }
    over = true;
    cause = why;
    failed = outOfOrder;
    return true;
  }

  /** The connection is closed; returns who waits for that. */
  @Nullable Waker finished() {
    finished = true;
    Waker waiting = closer;
    closer = null;
    return waiting;
  }

  boolean isDraining() {
    return draining;
  }

  /** Whether the session ends with the last of its streams. */
  boolean isLeaving() {
    return draining || peerLeaves;
  }

  boolean isClosing() {
    return closing;
  }

  boolean isHurried() {
    return hurried;
  }

  boolean isOver() {
    return over;
  }

  boolean isFailed() {
    return failed;
  }

  boolean isFinished() {
    return finished;
  }

  void requireNotOver() throws YamuxException {
    if (over) {
      throw exception();
    }
  }

  /** Checks that this side may open a stream. */
  void requireNotLeaving() throws YamuxException {
    requireNotOver();
    if (isLeaving()) {
      throw new YamuxException(
          (draining ? "This side" : "The peer")
              + " is ending the session: it takes no new streams.");
    }
  }

  /** What those fail with who use a session that is over. */
  YamuxException exception() {
    Throwable why = cause;
    return new YamuxException(
        why == null ? "The session has ended." : "The session has ended: " + why.getMessage(), why);
  }
}
