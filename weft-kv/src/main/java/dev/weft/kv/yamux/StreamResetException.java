package dev.weft.kv.yamux;

import java.io.IOException;

/** A stream was cut off, at the other end or at this one; its session goes on. */
public final class StreamResetException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure.
   *
   * @param message which stream, and who cut it off
   */
  public StreamResetException(String message) {
    super(message);
  }
}
