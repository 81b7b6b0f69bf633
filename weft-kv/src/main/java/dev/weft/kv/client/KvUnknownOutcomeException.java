package dev.weft.kv.client;

import java.io.IOException;

/**
 * The connection was lost after a request that changes something had been sent and before its
 * answer came: the server may have carried the request out or not. The client never sends such a
 * request again by itself.
 */
public final class KvUnknownOutcomeException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which request, and how the connection was lost
   * @param cause what happened to the connection
   */
  public KvUnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
