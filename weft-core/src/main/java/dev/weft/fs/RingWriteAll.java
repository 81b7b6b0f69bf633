package dev.weft.fs;

import dev.weft.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a whole file, or adds to its end. */
final class RingWriteAll extends RingPathOp<Void> {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Source source;
  private ByteBuffer bytes = NOTHING;

  /** What is written. */
  @FunctionalInterface
  interface Source {
    ByteBuffer get() throws IOException;
  }

  RingWriteAll(String name, Path path, Set<OpenOption> options, Source source) {
    super(name, path, options);
    this.source = source;
  }

  @Override
  FileBackend near(Context cx) throws IOException {
    FileBackend near = super.near(cx);
    if (driver() != null) {
      bytes = source.get(); // here, as it may take long
    }
    return near;
  }

  @Override
  boolean opened(int file) {
    return write(file);
  }

  @Override
  boolean step(int file, int result) {
    return write(file);
  }

  private boolean write(int file) {
    if (bytes.hasRemaining()) {
      request().write(file, bytes, OpenFile.COMMON);
      return true;
    }
    return false;
  }

  @Override
  @Nullable Object blocking() throws IOException {
    WholeFiles.write(this, path(), source.get(), options());
    return null;
  }
}
