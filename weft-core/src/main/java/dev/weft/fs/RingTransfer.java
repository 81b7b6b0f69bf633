package dev.weft.fs;

import dev.weft.io.AsyncRead;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads once from an open file, or writes all to it. */
final class RingTransfer<T extends @Nullable Object> extends RingFileOp<T> {

  private final ByteBuffer buffer;
  private final long position;
  private final boolean writes;
  private long moved;

  private RingTransfer(
      String name, RingFile file, ByteBuffer buffer, long position, boolean writes) {
    super(name, file);
    this.buffer = buffer;
    this.position = position;
    this.writes = writes;
  }

  static RingTransfer<Integer> read(String name, RingFile file, ByteBuffer target, long position) {
    return new RingTransfer<>(name, file, target, position, false);
  }

  static RingTransfer<Void> write(String name, RingFile file, ByteBuffer source, long position) {
    return new RingTransfer<>(name, file, source, position, true);
  }

  /** A write that has begun ends first, unless that may take for ever. */
  @Override
  boolean isCancellable() {
    return !writes || !file().endsByItself();
  }

  @Override
  boolean isAttempted() {
    return !writes && file().endsByItself();
  }

  @Override
  boolean start(int descriptor) {
    if (!buffer.hasRemaining()) {
      value(writes ? null : 0);
      return false;
    }
    request(descriptor);
    return true;
  }

  @Override
  boolean step(int descriptor, int result) {
    moved += result;
    if (!writes) {
      value(result == 0 ? AsyncRead.EOF : result);
      return false;
    }
    if (!buffer.hasRemaining()) {
      return false;
    }
    if (isCancellable()) {
      throwIfStopping();
    }
    request(descriptor);
    return true;
  }

  private void request(int descriptor) {
    long at = position == OpenFile.COMMON ? OpenFile.COMMON : position + moved;
    if (writes) {
      request().write(descriptor, buffer, at);
    } else {
      request().read(descriptor, buffer, at);
    }
  }
}
