package dev.weft.io;

import java.io.IOException;

/**
 * A socket or file was used whose runtime has been closed. Everything that belonged to the runtime
 * is released; nothing can be done with it any more.
 */
public final class RuntimeClosedException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure.
   *
   * @param message what was used, and that its runtime is closed
   */
  public RuntimeClosedException(String message) {
    super(message);
  }
}
