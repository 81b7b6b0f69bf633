package dev.weft.kv.client;

import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;

/** A server's answer that isn't 200. The connection goes on. */
public final class KvException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * Creates the exception.
   *
   * @param status as in HTTP, such as 400, 404 or 500
   * @param message the server's text
   */
  public KvException(int status, String message) {
    super(message);
    this.status = status;
  }

  static KvException of(CommandResponse response) {
    return new KvException(response.getStatus(), response.getMessage());
  }

  /**
   * The status.
   *
   * @return as in HTTP, such as 400, 404 or 500
   */
  public int status() {
    return status;
  }
}
