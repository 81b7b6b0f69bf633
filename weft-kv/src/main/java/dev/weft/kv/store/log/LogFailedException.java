package dev.weft.kv.store.log;

import java.io.IOException;

/** A write or a force of the log failed: what is on disk isn't known any more. */
final class LogFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  LogFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
