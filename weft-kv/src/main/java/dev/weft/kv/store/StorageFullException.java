package dev.weft.kv.store;

import java.io.IOException;

/** Thrown when a write would take more room than an engine was given. Nothing was changed. */
public final class StorageFullException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure.
   *
   * @param message what didn't fit, and the limit
   */
  public StorageFullException(String message) {
    super(message);
  }
}
