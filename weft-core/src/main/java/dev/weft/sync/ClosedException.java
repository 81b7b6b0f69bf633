package dev.weft.sync;

/**
 * What somebody waited for can't come any more, because the other side closed the channel or the
 * semaphore.
 *
 * <p>It is checked, as it isn't the waiter's fault, and not an {@link java.io.IOException}, so that
 * code which retries broken connections doesn't take the end of a channel for one.
 */
public final class ClosedException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure.
   *
   * @param message what was closed, and by whom if that is known
   */
  public ClosedException(String message) {
    super(message);
  }
}
