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
public final class Phase {

  /** Not polled now, and not complete. */
  public static final int IDLE = 0;

  /** A poll is under way. */
  public static final int POLLING = 1;

  /** Completed, failed or released. */
  public static final int DONE = 2;

  /** A bit beside the others: taken by a spawn. */
  public static final int CLAIMED = 4;

  private static final int POSITION = POLLING | DONE;

  private Phase() {}

  /**
   * Begins a poll.
   *
   * @param phase the phase so far
   * @param future whose phase it is, for the message
   * @return the phase inside the poll
   * @throws IllegalStateException if the future may not be polled
   */
  public static int enter(int phase, Object future) {
    int position = phase & POSITION;
    if (position != IDLE) {
      throw misuse(position, future);
    }
    return phase | POLLING;
  }

  /**
   * Ends a poll that was pending.
   *
   * @param phase the phase inside the poll
   * @return the phase between two polls
   */
  public static int idle(int phase) {
    return phase & ~POSITION;
  }

  /**
   * Ends the future's life.
   *
   * @param phase the phase so far
   * @return the last phase
   */
  public static int done(int phase) {
    return (phase & ~POSITION) | DONE;
  }

  /**
   * Whether the future is complete.
   *
   * @param phase the phase
   * @return true from its completion on
   */
  public static boolean isDone(int phase) {
    return (phase & DONE) != 0;
  }

  /**
   * Whether a poll is under way.
   *
   * @param phase the phase
   * @return true inside a poll
   */
  public static boolean isPolling(int phase) {
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
