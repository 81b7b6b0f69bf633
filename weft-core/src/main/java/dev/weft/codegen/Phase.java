package dev.weft.codegen;

/**
 * Where a hand-driven future is in its life, kept in one {@code int} by its class; the checks of
 * the single-owner rule are here.
 *
 * <pre>
 * IDLE    -> POLLING  a poll begins
 * POLLING -> IDLE     it was pending
 * POLLING -> DONE     it completed or failed
 * IDLE    -> DONE     cancelled and released
 * any     -> | CLAIMED, once: taken by a spawn
 * </pre>
 */
final class Phase {

  static final int IDLE = 0;
  static final int POLLING = 1;
  static final int DONE = 2;
  static final int CLAIMED = 4;

  private static final int POSITION = POLLING | DONE;

  private Phase() {}

  /** The phase inside a poll that begins now; throws if the future may not be polled. */
  static int enter(int phase, Object future) {
    int position = phase & POSITION;
    if (position != IDLE) {
      throw misuse(position, future);
    }
    return phase | POLLING;
  }

  static int idle(int phase) {
    return phase & ~POSITION;
  }

  static int done(int phase) {
    return (phase & ~POSITION) | DONE;
  }

  static boolean isDone(int phase) {
    return (phase & DONE) != 0;
  }

  static boolean isPolling(int phase) {
    return (phase & POLLING) != 0;
  }

  private static IllegalStateException misuse(int position, Object future) {
    return new IllegalStateException(
        position == DONE
            ? future
                + " was polled after it had completed; a future is polled until it completes,"
                + " fails or is cancelled, and then never again."
            : future + " is polled by two at once; a future has one owner at a time.");
  }
}
