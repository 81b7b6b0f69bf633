package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import org.jspecify.annotations.Nullable;

/** A request for a file that the kernel has, and what it uses. For the holder of the turn. */
final class FileSlot {

  final FileRequest request;
  final NativeBuffers.@Nullable Buffer buffer;

  /** Names it to the kernel; -1 while the kernel doesn't have it. */
  int place = -1;

  /** Whether it is to end early. */
  boolean cancelled;

  /** Completions that are still to come. */
  int outstanding;

  FileSlot(FileRequest request, NativeBuffers.@Nullable Buffer buffer) {
    this.request = request;
    this.buffer = buffer;
  }
}
