package dev.weft.fs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/** Failures that name the file. */
final class FileErrors {

  private FileErrors() {}

  /**
   * The same failure with the path: {@code PATH: reason}. Those of {@code java.nio.file} have it
   * already, some of them without the reason; a channel doesn't know its path.
   */
  static IOException at(Path path, IOException failure) {
    if (failure instanceof FileSystemException known) {
      return known.getReason() == null ? reasoned(known) : known;
    }
    if (failure instanceof FileClosedException) {
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

  /** The same failure with the reason that its class stands for; some classes take none. */
  private static FileSystemException reasoned(FileSystemException failure) {
    String file = failure.getFile();
    String other = failure.getOtherFile();
    FileSystemException same =
        switch (failure) {
          case NoSuchFileException _ ->
              new NoSuchFileException(file, other, "No such file or directory");
          case AccessDeniedException _ ->
              new AccessDeniedException(file, other, "Permission denied");
          case FileAlreadyExistsException _ ->
              new FileAlreadyExistsException(file, other, "File exists");
          default -> failure;
        };
    if (same != failure) {
      same.initCause(failure);
    }
    return same;
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
