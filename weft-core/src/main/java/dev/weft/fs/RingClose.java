package dev.weft.fs;

import dev.weft.spi.FileDriver;
import org.jspecify.annotations.Nullable;

/** Closes an open file once nothing is under way on it; also if this is cancelled. */
final class RingClose extends RingOp<Void> {

  private final RingFile file;
  private boolean parked;
  private boolean released; // and it is on us to close it

  RingClose(RingFile file) {
    super("close", file.path(), file.backend());
    this.file = file;
  }

  /** At once if that can't have to write anything. */
  @Override
  boolean isAttempted() {
    return released || (!file.writes() && file.endsByItself() && releases());
  }

  private boolean releases() {
    released = file.releaseIfIdle();
    return released;
  }

  @Override
  boolean first() {
    if (released) {
      request().close(file.descriptor());
      return true;
    }
    released = true; // before: another thread may call proceed() during the next line
    parked = true;
    RingFile.Release release = file.release(this);
    released = release != RingFile.Release.NOT;
    parked = release == RingFile.Release.LATER;
    if (release == RingFile.Release.NOW) {
      request().close(file.descriptor());
      return true;
    }
    return false;
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
    if (released) {
      file.driver().close(file.descriptor());
    } else {
      file.abandon();
    }
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
