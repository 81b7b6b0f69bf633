package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** One request for a file on a ring of its own, by a thread that waits for it. */
final class FileOnce {

  /*
   * For operations that no worker polls. It costs some ten times what the call itself would, which doesn't matter
   * there, and makes the same as elsewhere of requests and their results.
   */

  private FileOnce() {}

  static void run(Kernel kernel, FileRequest request) {
    var buffers = new NativeBuffers(kernel);
    int bytes = FileCalls.bytes(request);
    NativeBuffers.Buffer buffer = bytes == 0 ? null : buffers.take(bytes);
    if (bytes > 0 && buffer == null) {
      request.result(-Errno.ENOMEM);
      return;
    }
    MemorySegment memory = buffer == null ? MemorySegment.NULL : buffer.memory;
    try {
      Ring ring = Ring.open(kernel, 1, 2, Ring.COOP_TASKRUN);
      try {
        int result = result(ring, request, memory);
        if (result >= 0) {
          FileCalls.take(request, result, memory);
        }
        request.result(result);
      } finally {
        ring.close();
      }
    } catch (IOException refused) {
      request.result(-Errno.EAGAIN);
    }
    if (buffer != null) {
      buffers.give(buffer);
    }
    buffers.close();
  }

  private static int result(Ring ring, FileRequest request, MemorySegment memory) {
    while (true) {
      FileCalls.put(ring, request, memory, 0);
      while (!ring.hasCompletion()) {
        ring.enter(Long.MAX_VALUE); // a call that was interrupted is made again
      }
      int result = ring.result();
      ring.advance();
      boolean closes = request.kind() == FileRequest.Kind.CLOSE;
      if (closes || (result != -Errno.EINTR && result != -Errno.EAGAIN)) {
        return result;
      }
    }
  }
}
