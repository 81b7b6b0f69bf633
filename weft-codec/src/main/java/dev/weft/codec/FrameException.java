package dev.weft.codec;

import java.io.IOException;

/** Bytes that are no valid frame, or an item that no frame can hold. */
public class FrameException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message the bad value, where it is, and what would be accepted
   */
  public FrameException(String message) {
    super(message);
  }

  /**
   * Creates the exception.
   *
   * @param message the bad value, where it is, and what would be accepted
   * @param cause what was found out below
   */
  public FrameException(String message, Throwable cause) {
    super(message, cause);
  }
}
