package dev.weft.fs;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An operation that releases something: it happens also if it is cancelled before it begins. */
final class CloseOp extends FileOp<Void> {

  private final FileBackend backend;
  private final String name;
  private final Release release;

  /** What it does. */
  @FunctionalInterface
  interface Release {
    void run() throws IOException;
  }

  CloseOp(FileBackend backend, String name, Release release) {
    super(backend);
    this.backend = backend;
    this.name = name;
    this.release = release;
  }

  @Override
  @Nullable Object call() throws IOException {
    release.run();
    return null;
  }

  @Override
  boolean dropsWhenCancelled() {
    begin(backend); // nobody could make up for it
    return false;
  }

  @Override
  public String toString() {
    return name;
  }
}
