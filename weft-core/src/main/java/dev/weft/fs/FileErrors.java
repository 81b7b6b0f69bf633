package dev.weft.fs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;

/** Failures that name the file. */
final class FileErrors {

  private FileErrors() {}

  /**
   * The same failure with the path: {@code PATH: reason}. Those of {@code java.nio.file} have it
   * already; a channel doesn't know its path.
   */
  static IOException at(Path path, IOException failure) {
    if (failure instanceof FileSystemException || failure instanceof FileClosedException) {
      return failure;
    }
    if (failure instanceof ClosedChannelException) {
      var closed = new FileClosedException(path);
      closed.initCause(failure);
      return closed;
    }
    String reason = failure.getMessage();
    if (reason == null || reason.isBlank() || failure instanceof CharacterCodingException) {
      reason = failure.getClass().getSimpleName();
    }
    return named(path, reason, failure);
  }

  /** A failure for a reason of our own. */
  static FileSystemException because(Path path, String reason) {
    return new FileSystemException(path.toString(), null, reason);
  }

  /** A failure for a reason of our own that has a cause. */
  static FileSystemException named(Path path, String reason, Throwable cause) {
    FileSystemException named = because(path, reason);
    named.initCause(cause);
    return named;
  }

  /** What an iterator over a directory has wrapped. */
  static IOException unwrap(RuntimeException failure) {
    return switch (failure) {
      case DirectoryIteratorException wrapped -> Objects.requireNonNull(wrapped.getCause());
      case UncheckedIOException wrapped -> Objects.requireNonNull(wrapped.getCause());
      default -> throw failure;
    };
  }
}
