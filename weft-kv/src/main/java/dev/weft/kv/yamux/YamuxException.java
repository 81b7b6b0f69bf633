package dev.weft.kv.yamux;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A session ended, or refused something, and its message says why. */
public final class YamuxException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure.
   *
   * @param message what happened
   */
  public YamuxException(String message) {
    super(message);
  }

  /**
   * Creates the failure.
   *
   * @param message what happened
   * @param cause what ended the session, or {@code null}
   */
  public YamuxException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
