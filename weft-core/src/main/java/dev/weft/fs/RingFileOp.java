package dev.weft.fs;

import dev.weft.spi.FileDriver;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An operation on an open file; the file isn't closed while it is under way. */
abstract class RingFileOp<T extends @Nullable Object> extends RingOp<T> {

  private final RingFile file;

  RingFileOp(String name, RingFile file) {
    super(name, file.path(), file.backend());
    this.file = file;
  }

  /** Makes the first request; false if there is nothing to do. */
  abstract boolean start(int descriptor);

  /** A request has ended well; makes the next one, or none. */
  abstract boolean step(int descriptor, int result);

  @Override
  final FileDriver home() {
    return file.driver();
  }

  final RingFile file() {
    return file;
  }

  @Override
  final boolean first() throws IOException {
    file.enter(this);
    boolean more = false;
    try {
      more = start(file.descriptor());
    } finally {
      exitUnless(more);
    }
    return more;
  }

  @Override
  final boolean next(int result) throws IOException {
    boolean more = false;
    try {
      more = step(file.descriptor(), check(result));
    } finally {
      exitUnless(more);
    }
    return more;
  }

  private void exitUnless(boolean more) {
    if (!more) {
      file.exit(this);
    }
  }

  @Override
  final void undoFirst() {
    file.exit(this);
  }

  @Override
  final void refused() {
    file.exit(this); // harmless if it hadn't entered
  }
}
