package dev.weft.fs;

import dev.weft.spi.FileDriver;
import org.jspecify.annotations.Nullable;

/** Closes an open file once nothing is under way on it; also if this is cancelled. */
final class RingClose extends RingOp<Void> {

  private final RingFile file;
  private boolean parked;

  RingClose(RingFile file) {
    super("close", file.path(), file.backend());
    this.file = file;
  }

  @Override
  boolean first() {
    switch (file.release(this)) {
      case NOW -> request().close(file.descriptor());
      case LATER -> parked = true;
      case NOT -> {
        return false;
      }
    }
    return !parked;
  }

  @Override
  boolean isParked() {
    return parked;
  }

  /** Nothing is under way any more. */
  void proceed() {
    request().close(file.descriptor());
    goOn();
  }

  @Override
  boolean next(int result) {
    return false; // the descriptor is gone, whatever was said
  }

  @Override
  void refused() {
    file.driver().close(file.descriptor());
  }

  @Override
  FileDriver home() {
    return file.driver();
  }

  @Override
  boolean isCancellable() {
    return false;
  }

  @Override
  boolean dropsWhenCancelled() {
    begin(file.backend()); // nobody could make up for it
    return false;
  }

  @Override
  @Nullable Object call() {
    if (file.release(null) != RingFile.Release.NOT) {
      file.awaitUsers();
      file.driver().close(file.descriptor());
    }
    return null;
  }
}
