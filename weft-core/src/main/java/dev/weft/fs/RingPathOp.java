package dev.weft.fs;

import dev.weft.spi.FileDriver;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An operation that opens a file, does something, and closes it. */
abstract class RingPathOp<T extends @Nullable Object> extends RingOp<T> {

  /*
   * Steps: open; those of the subclass; close. Whatever goes wrong after the open is thrown after the
   * close, so that the descriptor is gone when the owner hears of it. It is -1 while there is none to be closed.
   */

  private final Set<? extends OpenOption> options;
  private int file = -1;
  private boolean closes;
  private @Nullable Throwable failure;

  RingPathOp(String name, Path path, Set<? extends OpenOption> options) {
    super(name, path, null);
    this.options = options;
  }

  /** The file is open; makes a request for it, or none to close it. */
  abstract boolean opened(int file) throws IOException;

  /** A request has ended; makes the next one, or none to close the file. */
  abstract boolean step(int file, int result) throws IOException;

  /** All of it, as blocking calls. */
  abstract @Nullable Object blocking() throws IOException;

  final Set<? extends OpenOption> options() {
    return options;
  }

  @Override
  final boolean isForDriver() {
    return RingPaths.accepts(path(), options);
  }

  @Override
  final FileDriver home() {
    return Objects.requireNonNull(driver());
  }

  @Override
  boolean first() {
    request().open(path(), options);
    return true;
  }

  @Override
  final boolean next(int result) throws IOException {
    if (closes) {
      file = -1;
      if (failure != null) {
        throwFailure(failure);
      }
      return false; // that it couldn't be closed means nothing for what was done
    }
    boolean more = false;
    try {
      if (file < 0) {
        file = check(result);
        throwIfStopping();
        more = opened(file);
      } else {
        int count = check(result);
        more = step(file, count);
      }
      if (more) {
        throwIfStopping();
      }
    } catch (IOException | RuntimeException | Error thrown) {
      if (file < 0) {
        throw thrown;
      }
      failure = thrown;
      more = false;
    }
    if (!more && file >= 0) {
      closes = true;
      request().close(file);
      return true;
    }
    return more;
  }

  private static void throwFailure(Throwable failure) throws IOException {
    switch (failure) {
      case IOException thrown -> throw thrown;
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      default -> throw new AssertionError(failure);
    }
  }

  /** The file is somebody else's to close. */
  final void keepOpen() {
    file = -1;
  }

  @Override
  final void refused() {
    if (file >= 0) {
      home().close(file);
      file = -1;
    }
  }

  @Override
  final void leftOver() {
    home().settle(file);
  }

  /** Whether its steps are made on the pool, too, rather than {@link #blocking}. */
  boolean prefersSteps() {
    return false;
  }

  @Override
  final @Nullable Object call() throws Exception {
    if (isBegun() || prefersSteps()) {
      return super.call();
    }
    try {
      return blocking();
    } catch (IOException thrown) {
      throw FileErrors.at(path(), thrown);
    }
  }
}
