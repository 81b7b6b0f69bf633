package dev.weft.fs;

import java.io.IOException;
import java.nio.file.Path;

/** A file was used that was closed at this end. */
public final class FileClosedException extends IOException {

  private static final long serialVersionUID = 1L;

  FileClosedException(Path path) {
    super(path + ": the file is closed");
  }
}
