package dev.weft.io;

import java.nio.channels.ClosedChannelException;

/**
 * A socket, or one direction of it, was used after it had been closed at this end. It is a {@link
 * ClosedChannelException} that says which socket it was.
 */
public final class SocketClosedException extends ClosedChannelException {

  private static final long serialVersionUID = 1L;

  private final String message;

  /**
   * Creates the failure.
   *
   * @param message which socket was used, and what had been closed
   */
  public SocketClosedException(String message) {
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
